// pace.js - how fast the steps of a live game are shown: one at a time, and never slower than they
// come. Pure: times are arguments, in milliseconds.

const STEP_MSEC = 700; // of a step, where there is time
const WINDOW_MSEC = 30000; // over which arrivals are counted
// The first events are the hand so far; they do not count for the pace.
const FIRST_MSEC = 1000;
const HASTE = 1.25; // quicker than they come, so that nobody stays behind
export const BEHIND_MAX = 200; // steps; those before are left out

export class Pace {
  constructor() {
    this.started = null;
    this.arrivals = [];
    this.looked = null;
    this.owed = 0;
  }

  // A step came.
  came(now) {
    this.started ??= now;
    if (now - this.started >= FIRST_MSEC) this.arrivals.push(now);
  }

  // Steps in a millisecond.
  speed(now) {
    while (this.arrivals.length && this.arrivals[0] < now - WINDOW_MSEC) this.arrivals.shift();
    const seen = Math.min(WINDOW_MSEC, Math.max(5000, now - (this.started ?? now)));
    return Math.max(1 / STEP_MSEC, (HASTE * this.arrivals.length) / seen);
  }

  // How many of the waiting steps to show now.
  due(now, behind) {
    const speed = this.speed(now);
    const more = (now - (this.looked ?? now)) * speed;
    this.owed = behind > 0 ? this.owed + more : Math.min(this.owed, 1);
    this.looked = now;
    if (behind > BEHIND_MAX) return behind - BEHIND_MAX / 2;
    const due = Math.min(behind, Math.floor(this.owed));
    this.owed -= due;
    return due;
  }
}
