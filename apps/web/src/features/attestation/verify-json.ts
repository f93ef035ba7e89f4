/** Why a file is not looked at any closer. */
export type Refusal = 'VerifyTooLarge' | 'VerifyNotBuilt';

/** A file that is not checked: it would take more than a browser has, or says two things at once. */
export class RefusedFile extends Error {
  override readonly name = 'RefusedFile';
  readonly key: Refusal;
  constructor(key: Refusal) {
    super(key);
    this.key = key;
  }
}

/** Bytes of JSON that a browser takes in; a log of a hundred thousand trips has fewer. */
export const MAX_JSON_BYTES = 256 * 1024 * 1024;
/** Our files have a third of it. */
const MAX_DEPTH = 24;

/**
 * Throws RefusedFile where JSON that parses is none that a program of ours writes: a name twice in one object, of which readers see
 * the one and the check the other; names that mean something to the language; a depth that no log has. One walk over the text, with
 * no call for each level.
 */
export function refuseOddJson(text: string): void {
  const names: (Set<string> | null)[] = [];
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '{') names.push(new Set());
    else if (char === '[') names.push(null);
    else if (char === '}' || char === ']') names.pop();
    else if (char === '"') {
      const end = endOfString(text, i);
      const own = names.at(-1);
      if (own && isFollowedByColon(text, end + 1)) {
        const raw = text.slice(i + 1, end);
        // Escapes can spell the same name in another way.
        const name = raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
        if (own.has(name) || name === '__proto__') throw new RefusedFile('VerifyNotBuilt');
        own.add(name);
      }
      i = end;
    }
    if (names.length > MAX_DEPTH) throw new RefusedFile('VerifyNotBuilt');
  }
}

/** The index of the quotation mark that ends the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && text[i] !== '"') i += text[i] === '\\' ? 2 : 1;
  return i;
}

function isFollowedByColon(text: string, from: number): boolean {
  let i = from;
  while (text[i] === ' ' || text[i] === '\n' || text[i] === '\r' || text[i] === '\t') i++;
  return text[i] === ':';
}
