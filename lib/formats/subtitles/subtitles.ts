import { buildSegment, type Piece, type Trimmed, trimPieces } from "@/lib/formats/inline";
import type { Slot } from "@/lib/formats/text-document";
import { type Box, displayWidth, layOut } from "./layout";

export type Cue = {
  /** In milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Lines as shown on the screen. */
  readonly lines: readonly (readonly Piece[])[];
  /** The speaker, if the format has speakers. Sentences do not continue across speakers. */
  readonly voice?: string;
};

export type SubtitleSpelling = {
  readonly encode: (plain: string) => string;
  readonly lineBreak: string;
  /** Players wrap lines themselves, so a single line need not be split. */
  readonly wrapsItself?: boolean;
};

/** Text that is laid out together: a cue, or the lines of one speaker in it. */
type Part = {
  readonly cue: Cue;
  /** True if it begins with a dash. */
  readonly turn: boolean;
  readonly voice: string | undefined;
  readonly trimmed: Trimmed;
  readonly plain: string;
  readonly box: Box;
};

/** Maximum pause within a sentence. */
const MAX_PAUSE_MS = 1500;
/** Maximum cues without punctuation, which would otherwise form an endless sentence. */
const MAX_CUES = 5;

/**
 * One slot per sentence. Cues that form a sentence become one segment, and its translation is distributed over them by
 * length. Lines that begin with a dash are turns of a dialogue and separate segments.
 */
export function subtitleSlots(cues: readonly Cue[], source: string, spelling: SubtitleSpelling): Slot[] {
  const parts = cues.flatMap((cue) => partsOf(cue, source, spelling));
  const punctuated = parts.filter((part) => FULL_STOP.test(part.plain)).length > parts.length * 0.4;
  const groups: Part[][] = [];
  for (const part of parts) {
    const group = groups.at(-1);
    const previous = group?.at(-1);
    if (group && previous && group.length < MAX_CUES && continues(previous, part, punctuated)) group.push(part);
    else groups.push([part]);
  }
  return groups.map((group) => groupSlot(group, spelling));
}

function groupSlot(group: readonly Part[], { encode, lineBreak }: SubtitleSpelling): Slot {
  const joined = join(group.map((part) => part.trimmed.pieces));
  const partners = new Map(group.flatMap((part) => [...part.trimmed.partners]));
  const { segment, spelling } = buildSegment({ pieces: joined, partners });
  const laidOut = (text: string, target: string) => {
    const boxes = group.map((part) => part.box);
    return layOut(text, boxes, { spelling, target, encode, lineBreak });
  };
  return {
    segment,
    rewrite: (text, target) => {
      const texts = laidOut(text, target);
      return group.map(({ trimmed: { start, end } }, i) => ({ start, end, raw: [texts[i]!] }));
    },
    beside: (text, target, layout) => {
      const texts = laidOut(text, target);
      const between = layout === "side" ? " / " : lineBreak;
      return group.map(({ trimmed: { start, end } }, i) => {
        return { start, end, raw: texts[i] ? [{ start, end }, between, texts[i]] : [{ start, end }] };
      });
    },
  };
}

function partsOf(cue: Cue, source: string, spelling: SubtitleSpelling): Part[] {
  const turns: Piece[][][] = [];
  let ended = true;
  for (const line of cue.lines.map(withoutDash)) {
    const plain = plainOf(line.pieces).trim();
    if (ended || line.dash || voiceOf(line.pieces) || BEGINS_ALONE.test(plain)) turns.push([line.pieces]);
    else turns.at(-1)!.push(line.pieces);
    ended = ENDS_ALONE.test(plain);
  }
  return turns.flatMap((lines) => {
    const trimmed = trimPieces(join(lines), source);
    if (!trimmed) return [];
    const plain = plainOf(trimmed.pieces);
    const widths = lines.map((line) => displayWidth(plainOf(line))).filter((width) => width > 0);
    if (widths.length === 0) widths.push(1);
    return [
      {
        cue,
        turn: lines[0]!.some(isDash),
        voice: voiceOf(lines[0]!) ?? cue.voice,
        trimmed,
        plain,
        box: { weight: displayWidth(plain), lines: widths, ...(spelling.wrapsItself ? { wrapsItself: true } : {}) },
      },
    ];
  });
}

/**
 * A sound or lyrics are separate from the speech around them. Text after a speaker's name in capitals or the `>>` of
 * live captions belongs to another speaker.
 */
const BEGINS_ALONE = /^[♪♫]|^\[[^\]]*\]$|^\([^)]*\)$|^>>|^\p{Lu}[\p{Lu}\p{M}\d .'’-]*:(?!\S)/u;
const ENDS_ALONE = /[♪♫]$|^\[[^\]]*\]$|^\([^)]*\)$/u;

const DASH = /^[ \t]*[-‐–—][ \t]*(?=\S)/;

/** The dash of a dialogue becomes a code, so that it remains at the start of the turn. */
function withoutDash(line: readonly Piece[]): { dash: boolean; pieces: Piece[] } {
  const at = line.findIndex((piece) => piece.type === "text" && piece.text.trim() !== "");
  const first = line[at];
  const raw = first?.type === "text" ? DASH.exec(first.text)?.[0] : undefined;
  if (!raw || first?.type !== "text") return { dash: false, pieces: [...line] };
  const middle = first.start + raw.length;
  const dash: Piece = { type: "single", kind: "single", start: first.start, end: middle, raw, equiv: DASH_EQUIV };
  const rest: Piece = { ...first, start: middle, text: first.text.slice(raw.length) };
  return { dash: true, pieces: [...line.slice(0, at), dash, rest, ...line.slice(at + 1)] };
}

const DASH_EQUIV = "- ";

function isDash(piece: Piece): boolean {
  return piece.type === "single" && piece.equiv === DASH_EQUIV;
}

/** The voice tag at the start of a WebVTT line. */
function voiceOf(line: readonly Piece[]): string | undefined {
  const first = line[0];
  return first?.type === "open" && first.name === "v" ? first.raw : undefined;
}

/** Joins lines by a space, or by nothing in scripts without spaces. */
function join(lines: readonly (readonly Piece[])[]): Piece[] {
  return lines.flatMap((line, i) => {
    const next = lines[i + 1]?.[0];
    const last = line.at(-1);
    if (!next || !last) return line;
    const unspaced = UNSPACED_END.test(plainOf(line)) && UNSPACED_START.test(plainOf(lines[i + 1]!));
    return [...line, { type: "text", start: last.end, end: next.start, text: unspaced ? "" : " " }];
  });
}

const UNSPACED_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}、。！？，]$/u;
const UNSPACED_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

const FULL_STOP = /[.!?。！？।؟][")\]»”’』」]*$/u;
const ELLIPSIS = /(\.{2,}|…)[")\]»”’』」]*$/u;
const LOWER_START = /^[.…"'“«([]*\p{Ll}/u;
const MUSIC = /[♪♫]/u;

function continues(previous: Part, part: Part, punctuated: boolean): boolean {
  if (previous.cue === part.cue || part.turn || previous.voice !== part.voice) return false;
  if (part.cue.from < previous.cue.from || part.cue.from - previous.cue.to > MAX_PAUSE_MS) return false;
  if (MUSIC.test(previous.plain) || MUSIC.test(part.plain)) return false;
  if (ENDS_ALONE.test(previous.plain) || BEGINS_ALONE.test(part.plain)) return false;
  if (/^["'“«(]*[¿¡]/u.test(part.plain)) return false;
  const lower = LOWER_START.test(part.plain);
  if (ELLIPSIS.test(previous.plain)) return lower;
  return !FULL_STOP.test(previous.plain) && (lower || punctuated);
}

function plainOf(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (piece.type === "text" ? piece.text : "")).join("");
}
