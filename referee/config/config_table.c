/* config_table.c - the table of the options of the daemon. */
#include "config/config_private.h"

#define TEXT(name_, value_, field_, standard_, help_)                                              \
    .name = name_, .kind = OPTION_KIND_COPY, .value = value_, OPTION_SIZED(config, field_),        \
    .standard = standard_, .help = help_
#define NUMBER(name_, field_, standard_, min_, max_, help_)                                        \
    OPTION_NUMBER(name_, "N", config, field_, min_, max_, #standard_, help_)
#define SWITCH(name_, field_, help_)                                                               \
    .name = name_, .kind = OPTION_KIND_SWITCH, OPTION_FIELD(config, field_, int), .standard = "0", \
    .help = help_
#define LIVE .live = true /* can change while the daemon runs */

static const struct option_row own_rows[] = {
    {OPTION_LIST("config", "FILE", reading, files, "options from a file, one NAME = VALUE a line")},
    {OPTION_FLAG("print-config", reading, print,
                 "prints such a file: every option, those that were given with their values")},
};

static const struct option_row place_rows[] = {
    {TEXT("listen", "LIST", listen, "127.0.0.1:5500",
          "ADDRESS:PORT for bots, [IPV6]:PORT or unix:PATH?mode=0660, up to 8 with commas; port 0 "
          "takes a free one, [::] serves IPv4, too")},
    {TEXT("http", "LIST", http, "127.0.0.1:8500",
          "ADDRESS:PORT of the ladder page or [IPV6]:PORT, up to 8 with commas, or off")},
    {TEXT("store", "URL", store, "sqlite:avondale.db",
          "the ladder's database: sqlite:PATH, or postgresql://USER@HOST:PORT/DATABASE"),
     .secret = true},
    {TEXT("keep-records", "HOW", keep_text, "all",
          "records to keep: all, those of so many days (90d), of so many results (100000), or so "
          "many MiB or GiB (20GiB); older ones are deleted once they are archived, results stay"),
     .allowed = RETENTION_FORMS, LIVE},
    {SWITCH("drop-unarchived", drop_unarchived,
            "older records are deleted also if no archive has them"),
     LIVE},
    {NUMBER("game-log-mb", game_log_mb, 100, 0, 1000000,
            "MiB of what bots that belong to owners say and hear in games, for the owners; 0: "
            "none"),
     LIVE},
    {NUMBER("game-log-days", game_log_days, 7, 1, 366, "days that it is kept"), LIVE},
    {TEXT("port-file", "FILE", port_file, "", "a file to write the addresses to, for scripts")},
};

static const struct option_row game_rows[] = {
    {TEXT("ruleset", "LIST", ruleset, "wikipedia",
          "a preset, or up to 16 joined by commas; see avondale rules")},
    {.name = "option",
     .kind = OPTION_KIND_LINES,
     .value = "K=V",
     OPTION_SIZED(config, options),
     .standard = "",
     .help = "K=V: changes an option of every ruleset; may be repeated, each option once"},
    {TEXT("time", "T", time_text, "auction=5000,exchange=5000,play=5000,startup=10000,lag=20",
          "ms a decision: one number, or auction= exchange= play= bank= inc= startup= lag="),
     LIVE},
    {TEXT("policy", "P", policy_text, "strikes=3", "faults of bots: strict, strikes=N, lenient"),
     LIVE},
    {NUMBER("loops", loops, 1, 1, 64, "threads that games are spread over")},
    {NUMBER("tables-max", tables_max, 256, 1, 100000, "tables at once"), LIVE},
    {SWITCH("hints", hints, "bots may ask what a sample bot would do, never in rated games"), LIVE},
    {TEXT("chat", "WHAT", chat_text, "none",
          "of bots and spectators: none, preset (phrases) or text; in rated games never during a "
          "hand"),
     LIVE},
    {NUMBER("table-ms-max", table_msec_max, 0, 0, 86400000,
            "the longest time to bid or to play that a table may name; 0: that of --time"),
     LIVE},
    {TEXT("house-bots", "LIST", house_text, "off",
          "off, or up to 4 sample bots joined by commas, such as basic,expert-2: the daemon starts "
          "them for seats of tables by invitation")},
    {NUMBER("house-seats-max", house_seats_max, 40, 1, 1000, "seats of house bots at once"), LIVE},
    {NUMBER("house-seats-per-address-max", house_seats_per_address_max, 10, 1, 1000,
            "seats of house bots at once at tables that one address opened"),
     LIVE},
    {NUMBER("games-total", games_total, 0, 0, 1000000000, "stop after so many games; 0: never"),
     LIVE},
    {NUMBER("grace-ms", grace_msec, 3000, 0, 600000, "for games under way when the daemon stops"),
     LIVE},
    {TEXT("journal", "FILE", journal, "",
          "a file for games under way, to continue after a crash, or off; else STORE.journal (none "
          "for a database)")},
    {NUMBER("resume-budget", resume_sec, 30, 0, 3600,
            "seconds that cut-off games wait for their bots at the start; 0: they are void at "
            "once")},
};

static const struct option_row bot_rows[] = {
    {TEXT(
         "register", "WHO", register_text, "auto",
         "open: unknown names are added; claim: a bot that asks for a new name gets a token, which "
         "the name needs from then on; invite: the same, but a new name needs a code, which "
         "`avondale "
         "ladder invite` makes; token: only names that the operator added; auto: open where it "
         "listens on this machine only, else claim"),
     .allowed = "open, claim, invite, token or auto", LIVE},
    {NUMBER("names-per-minute", names_per_minute, 300, 1, 1000000,
            "new names from one address, where registration is open, by claim or by code"),
     LIVE},
    {NUMBER("owner-by-address", owner_by_address, 1, 0, 1,
            "new names from one other machine are of one owner (0 or 1)"),
     LIVE},
    {NUMBER("bots-per-owner", bots_per_owner, 16, 0, 256,
            "bots that one owner of the pages' /account may have; 0: there are no owners")},
    {NUMBER("submit-mb", submit_mb, 16, 0, 64,
            "MiB of an archive that an owner hands in as a bot; 0: none are handed in")},
    {NUMBER("submits-per-day", submits_per_day, 20, 1, 10000,
            "archives that one owner may hand in, in 24 hours")},
    {NUMBER("submit-store-mb", submit_store_mb, 4096, 1, 1000000,
            "MiB of all archives that were handed in and are kept")},
    {NUMBER("host-jobs", host_jobs, 0, 0, 64,
            "programs of owners that a worker of this daemon's own plays at once, in the strict "
            "sandbox; it also builds and checks them")},
    {TEXT("host-cache", "DIR", host_cache, "avondale-hosted",
          "where it unpacks them; made if it is not there")},
    {SWITCH("host-unsafe", host_unsafe,
            "hosts also without a strict sandbox: then nothing limits strangers' programs")},
    {NUMBER("guard", guard, 1, 0, 1,
            "results against bots that are not established establish nobody and change ratings "
            "little (0 or 1)")},
};

static const struct option_row limit_rows[] = {
    {NUMBER("peers-max", peers_max, 4096, 1, 100000, "connections at once")},
    {NUMBER("peers-per-address-max", peers_per_address_max, 4096, 1, 100000,
            "connections at once from one address"),
     LIVE},
    {NUMBER("messages-per-second", messages_per_second, 20000, 1, 1000000,
            "of one connection; more is a flood"),
     LIVE},
    {NUMBER("handshake-ms", handshake_msec, 5000, 1, 600000, "time to say hello"), LIVE},
    {NUMBER("handshakes-max", handshakes_max, 1024, 1, 100000,
            "connections at once that have not said hello; from half of it on, some are refused"),
     LIVE},
    {NUMBER("handshakes-per-address-max", handshakes_per_address_max, 256, 1, 100000,
            "connections at once from one address that have not said hello"),
     LIVE},
    {NUMBER("invitations-per-address-max", invitations_per_address_max, 64, 1, 1024,
            "tables by invitation and challenges at once from one address"),
     LIVE},
    {NUMBER("invitations-per-owner-max", invitations_per_owner_max, 64, 1, 1024,
            "the same of the bots of one owner"),
     LIVE},
    {NUMBER("departures-per-minute", departures_per_minute, 30, 1, 1000000,
            "from one address, between the pairing and the start of a game; then it is refused"),
     LIVE},
};

static const struct option_row tls_rows[] = {
    {TEXT("tls-cert", "FILE", tls_cert, "",
          "a certificate and its chain, PEM: bots may speak TLS; needs tls-key")},
    {TEXT("tls-key", "FILE", tls_key, "",
          "the key of that certificate, PEM; SIGHUP reads both again")},
    {SWITCH("tls-self-signed", tls_self_signed, "makes a certificate beside the store, once")},
    {SWITCH("plain-remote", plain_remote, "bots need no TLS from other machines either"), LIVE},
    {SWITCH("http-tls", http_tls, "TLS for the ladder page on loopback too; elsewhere it has it")},
};

static const struct option_row page_rows[] = {
    {NUMBER("http-per-address-max", http_per_address_max, 48, 1, 64,
            "connections to the pages at once from one address; behind a proxy, 64")},
    {TEXT("http-cors", "ORIGIN", http_cors, "off",
          "whose pages may read the interface and play: off, * or one origin, https://HOST")},
    {TEXT("live-delay", "MS", live_delay_text, "hand",
          "when spectators see what happens: hand (each hand once it is over), or MS later, up to "
          "600000")},
    {NUMBER("watchers-max", watchers_max, 32, 0, 48,
            "spectators of all tables at once; 0: games under way are not shown")},
    {NUMBER("watchers-per-table-max", watchers_per_table_max, 10, 1, 48,
            "spectators of one table at once")},
    {TEXT("tournaments", "DIR", tournaments, "",
          "a directory: each directory in it that avondale tournament wrote is on the pages")},
};

static const struct option_row calendar_rows[] = {
    {.name = "event",
     .kind = OPTION_KIND_LINES,
     .value = "EVENT",
     OPTION_SIZED(config, events),
     .standard = "",
     .help = "an event of the calendar, as of avondale ladder event add: NAME at=TIME zone=ZONE "
             "repeat=daily file=FILE ...; may be repeated"},
    {TEXT("event-play", "WHO", event_play_text, "here",
          "who plays tournaments of the calendar: here (this machine, in the strict sandbox), "
          "workers (of the store), or off; they write into --tournaments")},
    {TEXT("event-key", "FILE", event_key, "",
          "the key that signs the tables of events, made where there is none; else STORE.key (for "
          "a database NODE.key or avondale.key)")},
    {.name = "webhook",
     .kind = OPTION_KIND_LINES,
     .value = "URL",
     OPTION_SIZED(config, webhooks),
     .standard = "",
     .help = "http:// or https://, gets a POST of JSON when a program that was handed in is "
             "checked or stopped and when an event is over; may be repeated, up to 8 times; a "
             "change needs a restart",
     .secret = true},
    {TEXT("webhook-secret-file", "FILE", webhook_secret_file, "",
          "a line of 16 to 512 bytes that signs what webhooks get")},
};

static const struct option_row operator_rows[] = {
    {SWITCH("verbose", verbose, "log connections too"), LIVE},
    {TEXT("log-level", "LEVEL", log_level_text, "warn", "error, warn, info or debug"), LIVE},
    {TEXT("log", "FILE", log_file, "",
          "a file for the log, else standard error; SIGHUP opens it again")},
    {TEXT("admin", "PATH", admin, "",
          "the socket of avondale admin, or off; else STORE.admin (for a database NODE.admin or "
          "avondale.admin)")},
};

static const struct option_row node_rows[] = {
    {TEXT("node", "NAME", node, "",
          "its name, as of a bot: one of several daemons on one postgresql:// store")},
    {TEXT("node-address", "ADDRESS:PORT", node_address, "",
          "ADDRESS:PORT or [IPV6]:PORT where other nodes and their bots reach it; else what listen "
          "says")},
};

static const struct option_part own_part = OPTION_PART(NULL, own_rows);
static const struct option_part place_part = OPTION_PART("Addresses and files", place_rows);
static const struct option_part game_part = OPTION_PART("Games", game_rows);
static const struct option_part bot_part = OPTION_PART("Names and results", bot_rows);
static const struct option_part limit_part = OPTION_PART("Limits of bots", limit_rows);
static const struct option_part tls_part = OPTION_PART("TLS", tls_rows);
static const struct option_part page_part = OPTION_PART("Pages", page_rows);
static const struct option_part calendar_part = OPTION_PART("Calendar", calendar_rows);
static const struct option_part operator_part = OPTION_PART("Log and operation", operator_rows);
static const struct option_part node_part = OPTION_PART("Several nodes", node_rows);

static const struct option_gone gone[] = {
    {"log-mb-max", "logrotate moves the file of --log, and SIGHUP opens it again"},
};

#define CONFIG_PART(part_)                                                                         \
    {                                                                                              \
        &part_, offsetof(struct reading, config)                                                   \
    }
/* The options of a file and of --print-config: all but those about the file. */
const struct option_table config_file_options = {
    .command = "serve",
    .parts = {{&place_part, 0},
              {&game_part, 0},
              {&bot_part, 0},
              {&limit_part, 0},
              {&tls_part, 0},
              {&page_part, 0},
              {&calendar_part, 0},
              {&operator_part, 0},
              {&node_part, 0}},
    .gone = gone,
    .gone_count = sizeof gone / sizeof gone[0],
};

const struct option_table serve_options = {
    .command = "serve",
    .synopsis = "[OPTION...]",
    .does = "The daemon: referees games between bots that connect, keeps the ladder, shows its "
            "page. Options with a * can change while it runs: avondale admin reload.",
    .parts = {{&own_part, 0},
              CONFIG_PART(place_part),
              CONFIG_PART(game_part),
              CONFIG_PART(bot_part),
              CONFIG_PART(limit_part),
              CONFIG_PART(tls_part),
              CONFIG_PART(page_part),
              CONFIG_PART(calendar_part),
              CONFIG_PART(operator_part),
              CONFIG_PART(node_part)},
    .gone = gone,
    .gone_count = sizeof gone / sizeof gone[0],
};
