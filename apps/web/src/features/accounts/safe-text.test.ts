import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSafeText, type SafeNode } from './safe-text.ts';

const textOf = (nodes: readonly SafeNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : node.tag === 'br' ? '\n' : textOf(node.children))).join('');
const tagsOf = (nodes: readonly SafeNode[]): string[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [node.tag, ...(node.tag === 'br' ? [] : tagsOf(node.children))]));
const hrefsOf = (nodes: readonly SafeNode[]): string[] =>
  nodes.flatMap((node) =>
    typeof node === 'string' || node.tag === 'br' ? [] : [...(node.tag === 'a' ? [node.href] : []), ...hrefsOf(node.children)],
  );

test('SEC-010: the few tags that support may use are read, in either case and nested', () => {
  expect(
    parseSafeText('Work <B>to<i>night</i></B>,<br>see <a href="https://status.example/x?a=1&amp;b=2">status</a><BR/>.'),
  ).toEqual([
    'Work ',
    { tag: 'b', children: ['to', { tag: 'i', children: ['night'] }] },
    ',',
    { tag: 'br' },
    'see ',
    { tag: 'a', href: 'https://status.example/x?a=1&b=2', children: ['status'] },
    { tag: 'br' },
    '.',
  ]);
  expect(hrefsOf(parseSafeText("<a href='mailto:support@spora.example'>write</a>"))).toEqual(['mailto:support@spora.example']);
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe src="https://x.example"></iframe>',
  '<style>*{display:none}</style>',
  '<b onclick="alert(1)">',
  '<b style="position:fixed">',
  '<br onload=alert(1)>',
  '<a href="javascript:alert(1)">',
  '<a href="JaVaScRiPt:alert(1)">',
  '<a href=" javascript:alert(1)">',
  '<a href="java\tscript:alert(1)">',
  '<a href="javascript&#58;alert(1)">',
  '<a href="&#106;avascript:alert(1)">',
  '<a href="data:text/html,<b>x</b>">',
  '<a href="vbscript:x">',
  '<a href="http://plain.example">',
  '<a href="//other.example">',
  '<a href="/user/realtime-tracking">',
  '<a href="https://bank.example@evil.example">',
  '<a href="https:\\\\evil.example">',
  '<a href="https://x.example" onclick="alert(1)">',
  '<a href="https://x.example" target="_top">',
  '<a href=https://x.example>',
  '<a>',
  '</b>',
  '<',
  '<b',
  '<<b',
])('SEC-010: %s is shown as the characters it is, without a link', (hostile) => {
  const nodes = parseSafeText(`before ${hostile} after`);
  expect(hrefsOf(nodes)).toEqual([]);
  // A plain <b> within the value of an attribute may be read as bold; nothing else may be.
  expect(tagsOf(nodes).filter((tag) => tag !== 'b')).toEqual([]);
  expect(textOf(nodes)).toMatch(/^before <?/);
  expect(textOf(nodes)).toMatch(/after$/);
  if (!hostile.includes('<b>')) expect(nodes).toEqual([`before ${hostile} after`]);
});

test('SEC-010: what is written as an entity becomes its character and never a tag', () => {
  expect(
    parseSafeText('Fish &amp; chips &lt;script&gt;alert(1)&lt;/script&gt; &lt;b&gt; &quot;x&quot; &#39;y&#39; &copy;'),
  ).toEqual(['Fish & chips <script>alert(1)</script> <b> "x" \'y\' &copy;']);
  expect(parseSafeText('&amp;lt;b&amp;gt;')).toEqual(['&lt;b&gt;']);
});

test('SEC-010: tags that are not closed, closed twice, crossed or too deep lose nothing', () => {
  expect(parseSafeText('<b>open')).toEqual([{ tag: 'b', children: ['open'] }]);
  expect(parseSafeText('a</b>b')).toEqual(['a</b>b']);
  expect(parseSafeText('<b>1<i>2</b>3</i>')).toEqual([{ tag: 'b', children: ['1', { tag: 'i', children: ['2'] }] }, '3</i>']);
  expect(parseSafeText('<a href="https://a.example">1<a href="https://b.example">2</a>3</a>')).toEqual([
    { tag: 'a', href: 'https://a.example/', children: ['1<a href="https://b.example">2'] },
    '3</a>',
  ]);
  const deep = parseSafeText('<b>'.repeat(5000) + 'x');
  expect(tagsOf(deep)).toHaveLength(10);
  expect(textOf(deep)).toMatch(/x$/);
});

test('SEC-010: of any text nothing but the safe tags and safe addresses comes out, and no character of its words is lost', () => {
  const pieces = fc.array(
    fc.constantFrom(
      '<b>',
      '</b>',
      '<i>',
      '</i>',
      '<a href="https://x.example/">',
      '<a href="javascript:x">',
      '</a>',
      '<br>',
      '<script>',
      '"',
      "'",
      '&',
      '&lt;',
      'å',
      '<',
      '>',
    ),
  );
  fc.assert(
    fc.property(pieces, (parts) => {
      const text = parts.join('');
      const nodes = parseSafeText(text);
      expect(tagsOf(nodes).every((tag) => ['b', 'i', 'a', 'br'].includes(tag))).toBe(true);
      expect(hrefsOf(nodes).every((href) => href === 'https://x.example/')).toBe(true);
      expect(textOf(nodes).split('å')).toHaveLength(text.split('å').length);
    }),
  );
});
