// websocket_bot.mjs URL NAME: a bot as a browser's page would run it: the client library over the
// platform's WebSocket, without a page. It bids the last legal call, which ends games soon, and
// plays the first legal card, until the arena sends bye.
import { Client } from "../../sample-bots/js/avondale.mjs";

const [url, name] = process.argv.slice(2);
const decide = (turn) => (turn.choose ? turn.give(turn.from.slice(0, turn.choose)) : turn.plain.at(turn.phase === "auction" ? -1 : 0));
await new Client(decide, { name }).runWebSocket(url, { reconnect: 0 });
