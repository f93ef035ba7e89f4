/** Bodies that nobody sends by mistake, each with the status that refuses it. */
export const HOSTILE_BODIES: readonly (readonly [what: string, payload: string, status: number])[] = [
  ['half an object', '{"a":', 400],
  ['nothing at all', '', 400],
  ['a bare word', 'hello', 400],
  ['a prototype', '{"__proto__":{"isAdmin":true}}', 400],
  ['a constructor', '{"constructor":{"prototype":{"isAdmin":true}}}', 400],
  ['a list', '[]', 422],
  ['null', 'null', 422],
  ['a number', '7', 422],
  ['a text that no database can hold', '{"name":"a\\u0000b"}', 422],
  ['half a character', '{"name":"\\ud800"}', 422],
  ['a thousand levels', `${'['.repeat(1000)}${']'.repeat(1000)}`, 422],
  [
    'lists where texts should be',
    '{"name":[],"full_name":[],"username":{},"password":[[]],"trip_ids":"x","type":{},"from":[],"states":7,"purpose":[],"reason":[],"hides_speed":[],"give":7}',
    422,
  ],
];

/** As another site could send a form without asking the browser first (SEC-011). */
export const WRONG_TYPES: readonly string[] = [
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/xml',
];
