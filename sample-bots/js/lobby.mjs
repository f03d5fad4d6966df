/**
 * What a bot asks of the lobby of an arena, and what the command line can arrange; a part of avondale.mjs.
 *
 * `Lobby` sends these messages; section 8 of the protocol says what they mean. `Plan` is what --challenge, --open,
 * --join, --accept and --say make of them.
 *
 * @module lobby
 */

/**
 * @typedef {Record<string, any> & {t: string}} Message
 * @typedef {Record<string, unknown>} Fields more fields of a message: {hints: false, watch: false, chat: 'none', bid_ms: 2000}
 */

/** The messages to the lobby, one method each. They may be sent while the connection stands. */
export class Lobby {
  /**
   * Sends any message of the protocol. Fields that are undefined are left out. Throws without a connection.
   * @param {string} name
   * @param {Fields} [fields]
   */
  send(name, fields) {
    throw new Error(`${name} ${fields}: there is no connection`);
  }

  /**
   * Takes games of these rulesets; none: of the arena's first. {pair: true, rated: false, games: 2}. Answer: seeking.
   * @param {string[]} [rulesets]
   * @param {Fields} [fields]
   */
  seek(rulesets, fields = {}) {
    this.send('seek', { rulesets, ...fields });
  }

  /** Takes no more games by itself; those under way go on. Answer: seeking, without rulesets. */
  unseek() {
    this.send('unseek');
  }

  /**
   * Invites bots, one name for each other seat, to the left. Answers: table, and off if one declines.
   * @param {string[]} names
   * @param {string} [ruleset] absent: the arena's first
   * @param {Fields} [fields]
   */
  challenge(names, ruleset, fields = {}) {
    this.send('challenge', { names, ruleset, ...fields });
  }

  /** Takes the seat of an `invited`. Answer: table. @param {string} code */
  accept(code) {
    this.send('accept', { code });
  }

  /** Refuses an `invited`, or gives up a seat at a table whose game has not begun. @param {string} code */
  decline(code) {
    this.send('decline', { code });
  }

  /**
   * Makes a table and sits in seat 0. Answer: table, whose code is the invitation.
   * @param {string} [ruleset] absent: the arena's first
   * @param {Fields & {listed?: boolean, delay?: number, seats?: string[]}} [fields] `seats`: for whom the others are kept,
   *   a name, '*basic', or ''
   */
  open(ruleset, fields = {}) {
    this.send('open', { ruleset, ...fields });
  }

  /** Sits down at the table of this code. Answer: table. @param {string} code @param {number} [seat] */
  join(code, seat) {
    this.send('join', { code, seat });
  }

  /** Asks who seeks what, and for the listed tables. Answer: waiting. */
  tables() {
    this.send('tables');
  }

  /**
   * Says a phrase (its key) or words, as the game's `chat` allows.
   * @param {string} say
   * @param {{g?: number, code?: string}} [where] the number of the game, or the code of a table before its game or after
   */
  chat(say, where = {}) {
    this.send('chat', { say, ...where });
  }

  /** Plays its games to their end and takes no new one. Then the arena says bye. @param {string} [why] */
  quit(why) {
    this.send('quit', { why });
  }
}

const NO_TABLE = ['ruleset', 'option', 'table', 'absent', 'full'];

/**
 * What a command line arranges, as the `onMessage` of a client with `lobby`. One game is arranged by `challenge`, `open`
 * or `join`; after it the bot leaves, unless it also seeks or accepts (`stays`).
 *
 * @typedef {object} Wishes
 * @property {string} [ruleset] of the challenge or of the table; absent: the arena's first
 * @property {string} [challenge] names with commas
 * @property {Fields} [open] the fields of an `open`
 * @property {string} [join] a code, or `listed`: the first listed table with a free seat
 * @property {string} [accept] whose challenges: names with commas, or `any`
 * @property {string} [say] what it says when a game begins where there is chat
 * @property {boolean} [stays] it does not leave after the arranged game
 */
export class Plan {
  /** @param {Wishes} wishes */
  constructor(wishes) {
    this.wishes = wishes;
    /** Why there was no game, in words. */ this.failed = '';
    /** @private */ this.code = '';
    /** @private */ this.playing = false;
    /** @private */ this.sought = false;
  }

  /** Whether it wants a game that is arranged. */
  get arranges() {
    const { challenge, open, join } = this.wishes;
    return challenge !== undefined || open !== undefined || join !== undefined;
  }

  /**
   * Takes a message of the arena.
   * @param {Lobby & {options: {name: string}}} client
   * @param {Message} message
   */
  take(client, message) {
    const { challenge, ruleset, open, join, accept, say, stays } = this.wishes;
    switch (message.t) {
      case 'welcome':
        this.sought = false;
        if (this.playing) break;
        if (challenge !== undefined) client.challenge(challenge.split(','), ruleset);
        else if (open) client.open(ruleset, open);
        else if (join === 'listed') client.tables();
        else if (join !== undefined) client.join(join);
        break;
      case 'seeking':
        this.sought = true;
        break;
      case 'waiting':
        if (join === 'listed' && !this.code && !this.playing) this.joinListed(client, message);
        break;
      case 'invited':
        if (accept === 'any' || accept?.split(',').includes(message.host)) client.accept(message.code);
        else client.decline(message.code);
        break;
      case 'table':
        if (this.arranges && this.code !== message.code) console.error(`${client.options.name}: table ${message.code}`);
        if (this.arranges) this.code = message.code;
        break;
      case 'off':
        if (message.code === this.code) this.fail(client, message.why);
        break;
      case 'error':
        if (this.arranges ? !this.code && NO_TABLE.includes(message.code) : !this.sought && message.code === 'ruleset') {
          this.fail(client, message.text);
        }
        break;
      case 'game':
        this.playing = true;
        if (say !== undefined && message.chat && !message.resumed) client.chat(say, { g: message.g });
        break;
      case 'over':
        this.playing = false;
        if (this.arranges && this.code && !stays) client.quit('the arranged game is over');
        break;
      default:
    }
  }

  /** @private @param {Lobby} client @param {Message} message */
  joinListed(client, { codes, played, free }) {
    const { ruleset } = this.wishes;
    const at = codes.findIndex((/** @type {string} */ _, /** @type {number} */ i) =>
      free[i] > 0 && (ruleset === undefined || ruleset === played[i]));
    if (at >= 0) client.join(codes[at]);
    else this.fail(client, 'no listed table has a free seat');
  }

  /** @private @param {Lobby} client @param {string} why */
  fail(client, why) {
    this.code = '';
    if (this.wishes.stays) return;
    this.failed = why;
    client.quit(why);
  }
}
