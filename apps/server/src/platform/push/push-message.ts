/** What a browser shows. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** Within the web application, with a slash: where a press on it leads. */
  readonly url: string;
  /** A newer one with the same tag takes its place on the screen. */
  readonly tag?: string;
}

/** RFC 8291: 4096 bytes encrypted are this many of text. */
export const PUSH_BODY_MAX_BYTES = 3993;

const bytesOf = (text: string): number => Buffer.byteLength(text);

/** The JSON that the service worker reads. A text that is too long ends in dots; throws for a title or an address that is. */
export function pushBody({ title, body, url, tag }: PushMessage): string {
  if (!/^\/(?![/\\])/.test(url)) throw new Error('a push leads to a path that begins with one slash');
  const jsonOf = (text: string): string => JSON.stringify({ title, body: text, url, ...(tag === undefined ? {} : { tag }) });
  const whole = jsonOf(body);
  if (bytesOf(whole) <= PUSH_BODY_MAX_BYTES) return whole;
  if (bytesOf(jsonOf('…')) > PUSH_BODY_MAX_BYTES) throw new Error('a push whose title and address leave no room');
  const characters = [...body];
  let [fits, tooMany] = [0, characters.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (bytesOf(jsonOf(`${characters.slice(0, middle).join('')}…`)) <= PUSH_BODY_MAX_BYTES) fits = middle;
    else tooMany = middle;
  }
  return jsonOf(`${characters.slice(0, fits).join('')}…`);
}

/** RFC 8291: an uncompressed point of P-256 in base64url. */
export const isPushKey = (text: string): boolean => /^B[A-Za-z0-9_-]{86}=?$/.test(text);
/** RFC 8291: 16 bytes in base64url. */
export const isPushSecret = (text: string): boolean => /^[A-Za-z0-9_-]{22}(==)?$/.test(text);
