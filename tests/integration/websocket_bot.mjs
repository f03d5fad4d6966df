// websocket_bot.mjs URL NAME: a bot as a page of a browser would have it: the client library over the WebSocket of the
// platform, outside of any page. Bids the last legal call, which ends games soon, and plays the first legal card, until the arena
// says bye.
import { Client } from "../../sample-bots/js/avondale.mjs";

const [url, name] = process.argv.slice(2);
const decide = (turn) => (turn.choose ? turn.give(turn.from.slice(0, turn.choose)) : turn.plain.at(turn.phase === "auction" ? -1 : 0));
await new Client(decide, { name }).runWebSocket(url, { reconnect: 0 });
