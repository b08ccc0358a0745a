/** What a browser knows of a table, and how every message changes it. Pure: nothing here talks to anybody. */

import type {
  ChatMessage, Coached, Explained, Frame, Hint, Picture, PlannedLine, Previewed, Problem, SeatInfo, Step, Stepped, TableInfo, TableMessage, Undone, Welcome,
} from "../lib/wire";

/** A step that was sent and is not acknowledged yet. */
export interface Pending {
  id: number;
  seat: number;
  step: string;
  number: number; // how many steps had been seen by then
}

export interface TableState {
  table: TableInfo | null;
  receivedAt: number; // when `table` came, by this machine's clock: its clocks run from there
  steps: Step[];
  picture: Picture | null; // of now
  fresh: Step[]; // the steps that led to `picture` since the one shown before; none: show it without moving anything
  chat: ChatMessage[];
  unread: number;
  pending: Pending | null;
  looking: number | null; // the step whose position is looked at; null: now
  from: number; // the number of the position that was shown before one looked there
  frame: Frame | null; // that position, once it is here
  passed: number; // steps taken by anybody since one looks back
  missed: number; // steps that were taken while the connection was away
  lost: boolean; // a step that was sent did not arrive
  problem: Problem | null;
  explained: Explained | null;
  previewed: Previewed | null; // what steps would do that begin with some clicks
  hint: Hint | null; // for the position of now
  coached: Coached | null; // what a coach says to the present turn
  planned: PlannedLine[]; // one's own answers to what the others may do
  torn: boolean; // messages are missing: connect again
}

export type Action =
  | TableMessage
  | { type: "asked"; pending: Pending }
  | { type: "look"; number: number | null }
  | { type: "frame"; frame: Frame }
  | { type: "read" }
  | { type: "dismiss" };

export const NOTHING: TableState = {
  table: null,
  receivedAt: 0,
  steps: [],
  picture: null,
  fresh: [],
  chat: [],
  unread: 0,
  pending: null,
  looking: null,
  from: 0,
  frame: null,
  passed: 0,
  missed: 0,
  lost: false,
  problem: null,
  explained: null,
  previewed: null,
  hint: null,
  coached: null,
  planned: [],
  torn: false,
};

/** Why a game is over that has no result. */
export const ABORTED = "aborted";

const NOW = { looking: null, frame: null, passed: 0 };
const SILENT = { problem: null, explained: null, missed: 0, lost: false };

export function reduce(state: TableState, action: Action, at: number): TableState {
  switch (action.type) {
    case "welcome":
      return welcomed(state, action, at);
    case "stepped":
      return stepped(state, action, at);
    case "undone": {
      const steps = state.steps.slice(0, action.kept);
      const back = state.looking !== null && state.looking > action.kept ? NOW : { passed: 0 };
      return { ...state, ...SILENT, ...back, ...shown(state, action, at), steps, fresh: [], pending: null };
    }
    case "changed":
      return { ...state, table: action.table, receivedAt: at };
    case "chatted":
      if (state.chat.some((one) => one.number === action.message.number)) return state;
      return { ...state, chat: [...state.chat, action.message], unread: state.unread + 1 };
    case "done":
      return state.pending?.id === action.id ? { ...state, pending: null } : state;
    case "problem":
      return { ...state, problem: action, pending: state.pending?.id === action.id ? null : state.pending };
    case "explained":
      return { ...state, explained: action.allowed ? null : action };
    case "previewed":
      return { ...state, previewed: action };
    case "planned":
      return { ...state, planned: action.lines };
    case "hint":
      return { ...state, hint: action };
    case "coached":
      return action.kind ? { ...state, coached: action } : state;
    case "asked":
      return { ...state, ...SILENT, pending: action.pending };
    case "look":
      return look(state, action.number);
    case "frame":
      return framed(state, action.frame);
    case "read":
      return state.unread ? { ...state, unread: 0 } : state;
    case "dismiss":
      return { ...state, ...SILENT };
    case "declined":
    case "answered":
    case "pong":
      return state;
  }
}

type Shown = Pick<TableState, "table" | "picture" | "receivedAt" | "previewed" | "hint" | "coached">;

function shown(state: TableState, { table, picture }: Welcome | Stepped | Undone, at: number): Shown {
  const goesOn = state.table?.id === table.id && state.table.seat === table.seat && table.phase === "playing";
  return { table, picture, receivedAt: at, previewed: null, hint: null, coached: goesOn ? state.coached : null };
}

/** Everything anew: at first, after a break, or because another view is shown. */
function welcomed(state: TableState, message: Welcome, at: number): TableState {
  const same = state.table?.id === message.table.id && state.table.viewer === message.table.viewer;
  const known = same ? state.steps.length : message.steps.length;
  const grown = same && message.steps.length > known && begins(state.steps, message.steps);
  const arrived = state.pending !== null && wasTaken(state.pending, message.steps);
  const stays = same && state.looking !== null && state.looking < message.steps.length;
  const lastRead = state.chat.at(-1)?.number ?? (state.table ? 0 : Infinity);
  return {
    ...NOTHING,
    ...shown(state, message, at),
    steps: message.steps,
    fresh: grown ? message.steps.slice(known) : [],
    chat: message.chat,
    unread: state.unread + message.chat.filter((one) => one.number > lastRead).length,
    looking: stays ? state.looking : null,
    passed: stays ? state.passed + Math.max(0, message.steps.length - known) : 0,
    missed: grown ? message.steps.length - known - (arrived ? 1 : 0) : 0,
    lost: state.pending !== null && !arrived,
  };
}

function stepped(state: TableState, message: Stepped, at: number): TableState {
  const first = message.steps[0]?.number ?? state.steps.length + 1;
  if (first > state.steps.length + 1) return { ...state, torn: true };
  const kept = state.steps.slice(0, first - 1);
  const steps = [...kept, ...message.steps];
  const pending = state.pending && wasTaken(state.pending, steps) ? null : state.pending;
  const passed = state.looking === null ? 0 : state.passed + message.steps.length;
  return { ...state, ...SILENT, ...shown(state, message, at), steps, fresh: message.steps, pending, passed };
}

/** Look at the position after so many steps; the last one, or none, is now. One step onwards is shown as it happens. */
function look(state: TableState, number: number | null): TableState {
  const last = state.steps.length;
  const from = shownNumber(state);
  if (number === null || number >= last) return { ...state, ...NOW, fresh: from === last - 1 ? state.steps.slice(from) : [] };
  return { ...state, looking: Math.max(0, number), from, frame: null, fresh: [] };
}

function framed(state: TableState, frame: Frame): TableState {
  if (frame.number !== state.looking) return state; // one looks elsewhere by now
  const onwards = frame.number === state.from + 1;
  return { ...state, frame, fresh: onwards ? state.steps.slice(state.from, frame.number) : [] };
}

function begins(before: Step[], after: Step[]): boolean {
  const last = before.at(-1);
  const same = last && after[before.length - 1];
  return !last || (same !== undefined && same.seat === last.seat && same.text === last.text && same.turn === last.turn);
}

function wasTaken(pending: Pending, steps: Step[]): boolean {
  const step = steps[pending.number];
  return step !== undefined && step.seat === pending.seat && step.text === pending.step;
}

/** The number of the position that is shown. */
export function shownNumber(state: TableState): number {
  return state.looking ?? state.steps.length;
}

/** The picture that is shown: of now, of the position looked at, or (while that one is fetched) still of now. */
export function shownPicture(state: TableState): Picture | null {
  return state.frame && state.looking !== null ? state.frame.picture : state.picture;
}

export function may(state: TableState, what: string): boolean {
  return state.table?.may.includes(what) ?? false;
}

export function seatAt(seats: SeatInfo[], seat: number): SeatInfo | undefined {
  return seats.find((seatInfo) => seatInfo.seat === seat);
}

/** Whether somebody at this screen is to act: with a curtain drawn, too. */
export function isYourTurn(table: TableInfo | null): boolean {
  return table?.phase === "playing" && (seatAt(table.seats, table.seat)?.yours ?? false);
}
