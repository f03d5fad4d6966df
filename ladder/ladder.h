/* ladder.h - the door of the ladder for other layers: it includes the public headers of the rooms,
 * and declares nothing itself. No file of the ladder includes it.
 *
 * Plain results in, standings out. The ladder knows no table, peer or protocol type.
 */
#ifndef AVONDALE_LADDER_H
#define AVONDALE_LADDER_H

#include "agenda/agenda.h"
#include "base/clock.h"
#include "base/endpoint.h"
#include "base/endpoint_socket.h"
#include "base/histogram.h"
#include "base/name.h"
#include "base/name_rate.h"
#include "base/option_print.h"
#include "base/option_table.h"
#include "base/result.h"
#include "base/sign.h"
#include "base/thread.h"
#include "base/values.h"
#include "calendar/event.h"
#include "calendar/event_file.h"
#include "cluster/cluster.h"
#include "log/recent_results.h"
#include "log/retention.h"
#include "rating/elo.h"
#include "rating/interval.h"
#include "rating/rate.h"
#include "rating/stats.h"
#include "shell/command_table.h"
#include "tournament/tournament.h"
#include "tournament/tournament_ruling.h"
#include "page/crosstable.h"
#include "page/html.h"
#include "live/live.h"
#include "http/web_server.h"
#include "work/bundle.h"
#include "work/work.h"
#include "writer/address.h"
#include "writer/batch_thread.h"
#include "writer/ladder_db.h"
#include "writer/writer_account.h"
#include "writer/writer_claim.h"
#include "writer/writer_game_log.h"
#include "writer/writer_queue.h"
#include "writer/writer_retention.h"
#include "writer/writer_season.h"
#include "writer/writer_team.h"
#include "writer/writer_version.h"
#include "writer/writer_view.h"

#endif
