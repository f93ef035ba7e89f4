/** A piece of a text from support: plain, or one of the few tags that it may use (SEC-010). */
export type SafeNode =
  | string
  | { readonly tag: 'br' }
  | { readonly tag: PlainTag; readonly children: readonly SafeNode[] }
  | { readonly tag: 'a'; readonly href: string; readonly children: readonly SafeNode[] };
type PlainTag = 'b' | 'strong' | 'i' | 'em';
type OpenTag =
  | { readonly tag: PlainTag; readonly children: SafeNode[] }
  | { readonly tag: 'a'; readonly href: string; readonly children: SafeNode[] };

const TAG = /<(\/?)(b|strong|i|em|br|a)(\s[^<>]*|\/)?>/gi;
const HREF = /^\s+href\s*=\s*(?:"([^"]*)"|'([^']*)')\s*$/i;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' };
const DEPTH_MAX = 10;

/** What people write for characters that would begin a tag; decoded after the tags were found, so it never makes one. */
const decoded = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity, name: string) => ENTITIES[name] ?? entity);

/** The address of a link, or null for anything but https and mailto: no other scheme, no name with password, no control character. */
function safeAddress(attributes: string): string | null {
  const given = HREF.exec(attributes);
  const address = decoded(given?.[1] ?? given?.[2] ?? '');
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is refused
  if (!/^(https:\/\/|mailto:)/i.test(address) || /[\u0000-\u0020\u007f\\]/.test(address)) return null;
  try {
    const url = new URL(address);
    return url.username || url.password ? null : url.href;
  } catch {
    return null;
  }
}

/** Reads a text with tags into a tree. Whatever is not one of the few tags in its plain form stays the characters it is. */
export function parseSafeText(text: string): readonly SafeNode[] {
  const root: SafeNode[] = [];
  const stack: OpenTag[] = [];
  let plain = '';

  const add = (node: SafeNode): void => void (stack.at(-1)?.children ?? root).push(node);
  const flush = (): void => {
    if (plain) add(decoded(plain));
    plain = '';
  };
  const closeTop = (): void => {
    flush();
    const done = stack.pop();
    if (done) add(done);
  };
  const open = (next: OpenTag): boolean => {
    const isNestedLink = next.tag === 'a' && stack.some(({ tag }) => tag === 'a');
    if (isNestedLink || stack.length >= DEPTH_MAX) return false;
    flush();
    stack.push(next);
    return true;
  };
  /** False for a tag that may not stand here: its characters are shown then. */
  const take = (isEnd: boolean, name: OpenTag['tag'] | 'br', attributes: string): boolean => {
    if (name === 'br') {
      if (isEnd || !/^\s*\/?$/.test(attributes)) return false;
      flush();
      add({ tag: 'br' });
      return true;
    }
    if (isEnd) {
      if (attributes.trim() !== '' || !stack.some(({ tag }) => tag === name)) return false;
      while (stack.at(-1)?.tag !== name) closeTop();
      closeTop();
      return true;
    }
    if (name !== 'a') return attributes.trim() === '' && open({ tag: name, children: [] });
    const href = safeAddress(attributes);
    return href !== null && open({ tag: 'a', href, children: [] });
  };

  let from = 0;
  for (const { index, 0: whole, 1: slash, 2: name = '', 3: attributes = '' } of text.matchAll(TAG)) {
    plain += text.slice(from, index);
    from = index + whole.length;
    if (!take(slash === '/', name.toLowerCase() as OpenTag['tag'] | 'br', attributes)) plain += whole;
  }
  plain += text.slice(from);
  while (stack.length > 0) closeTop();
  flush();
  return root;
}
