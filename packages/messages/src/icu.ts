import { inThousands } from './in-thousands.ts';

/** A text with holes: plain pieces, `{name}`, `#`, `{count, plural, ...}` and `{kind, select, ...}`. */
type Piece =
  | string
  | { readonly kind: 'value'; readonly name: string }
  | { readonly kind: 'count' }
  | { readonly kind: 'plural' | 'select'; readonly name: string; readonly branches: ReadonlyMap<string, readonly Piece[]> };

/** Values that count, where they are numbers. What tells one of many apart (a year, the number of a case) is none. */
export const COUNTING: ReadonlySet<string> = new Set(['count', 'all', 'total', 'shown', 'found', 'chosen', 'done', 'trips']);

type Values = Readonly<Record<string, string | number>>;

/** Made once for each locale, and not before a text asks for it: dear to make, and few texts count. */
const pluralRules = new Map<string, Intl.PluralRules>();

function categoryOf(locale: string, count: number): string {
  const rules = pluralRules.get(locale) ?? new Intl.PluralRules(locale);
  pluralRules.set(locale, rules);
  return rules.select(count);
}

/**
 * Compiles the part of ICU MessageFormat that our texts use: values, `plural` with `=1` and categories, `select`, nesting, and
 * apostrophes as quotes. A count reads as every other number of the page
 * (`7 275`). A tenth of the size of a full implementation,
 * which the sign-in page would have to wait for; the tests compare the two. Throws SyntaxError for anything else.
 */
export function compileMessage(text: string, locale: string): (values: Values) => string {
  const pieces = parse(text);
  const fill = (parts: readonly Piece[], values: Values, count: number | undefined): string =>
    parts
      .map((piece) => {
        if (typeof piece === 'string') return piece;
        if (piece.kind === 'count') return count === undefined ? '#' : inThousands(String(count));
        const value = values[piece.name];
        if (piece.kind === 'value')
          return typeof value === 'number' && COUNTING.has(piece.name) ? inThousands(String(value)) : String(value ?? '');
        const other = piece.branches.get('other') ?? [];
        if (piece.kind === 'select') return fill(piece.branches.get(String(value)) ?? other, values, count);
        const number = Number(value);
        return fill(piece.branches.get(`=${number}`) ?? piece.branches.get(categoryOf(locale, number)) ?? other, values, number);
      })
      .join('');
  return (values) => fill(pieces, values, undefined);
}

function parse(text: string): Piece[] {
  let at = 0;
  const fail = (): never => {
    throw new SyntaxError(`no message: "${text}" at ${at}`);
  };
  const skipSpace = (): void => {
    while (/\s/.test(text[at] ?? '')) at += 1;
  };
  const take = (mark: string): void => {
    skipSpace();
    if (text[at] !== mark) fail();
    at += 1;
  };
  const word = (): string => {
    skipSpace();
    const found = /^=?[\w-]+/.exec(text.slice(at))?.[0] ?? fail();
    at += found.length;
    return found;
  };

  /** Up to the end, or to the brace that closes a branch; `#` is a count directly within a plural only. */
  function piecesUntil(end: '}' | undefined, isPlural: boolean): Piece[] {
    const pieces: Piece[] = [];
    let plain = '';
    const flush = (): void => {
      if (plain) pieces.push(plain);
      plain = '';
    };
    for (; at < text.length && text[at] !== end;) {
      const mark = text[at] ?? '';
      at += 1;
      if (mark === "'") plain += quoted(isPlural);
      else if (mark === '{') {
        flush();
        pieces.push(argument());
      } else if (mark === '#' && isPlural) {
        flush();
        pieces.push({ kind: 'count' });
      } else if (mark === '}') fail();
      else plain += mark;
    }
    flush();
    return pieces;
  }

  /** After an apostrophe: two are one; before a mark it quotes up to the next; elsewhere it is itself. */
  function quoted(isPlural: boolean): string {
    const next = text[at] ?? '';
    if (next === "'") {
      at += 1;
      return "'";
    }
    if (next !== '{' && next !== '}' && !(next === '#' && isPlural)) return "'";
    let inside = '';
    for (; at < text.length; at += 1) {
      if (text[at] !== "'") inside += text[at];
      else if (text[at + 1] === "'") {
        inside += "'";
        at += 1;
      } else {
        at += 1;
        break;
      }
    }
    return inside;
  }

  function argument(): Piece {
    const name = word();
    skipSpace();
    if (text[at] === '}') {
      at += 1;
      return { kind: 'value', name };
    }
    take(',');
    const kind = word();
    if (kind !== 'plural' && kind !== 'select') return fail();
    take(',');
    const branches = new Map<string, readonly Piece[]>();
    for (skipSpace(); text[at] !== '}'; skipSpace()) {
      const branch = word();
      take('{');
      branches.set(branch, piecesUntil('}', kind === 'plural'));
      take('}');
    }
    at += 1;
    return branches.has('other') ? { kind, name, branches } : fail();
  }

  return piecesUntil(undefined, false);
}
