import { sha256 } from '@noble/hashes/sha2.js';
import { beforeAll, expect, test } from 'vitest';
import { hash } from 'node:crypto';
import {
  documentOf,
  type Hash,
  newSalt,
  rootOf,
  SEAL_FORMAT,
  type SealDocument,
  toBase64Url,
  fromBase64Url,
  withhold,
} from './document.ts';
import { FIRST_PREVIOUS, linkOf, newSealKeys, privateKeyOf, publicKeyOf, seal, type SealedDocument, verifySeal } from './seal.ts';

const head = { unit: 'ABC12D', from: '2026-10-01', to: '2026-10-31', odometer_start_m: 1000, odometer_stop_m: 251_000 };
const rows = [
  { type: 'business', purpose: 'Kundbesök', start: 'Hornsgatan 84', distance_m: 12_300 },
  { type: 'private', purpose: '', start: 'Kungsgatan 12', distance_m: 8100 },
  { type: 'business', purpose: 'Leverans', start: 'Storgatan 1', distance_m: 40_000 },
];
const keys = new Map<string, CryptoKey>();
let key: { id: string; privateKey: CryptoKey };
let document: SealDocument;
let first: SealedDocument;

beforeAll(async () => {
  const pair = await newSealKeys();
  key = { id: 'k1', privateKey: await privateKeyOf(await crypto.subtle.exportKey('jwk', pair.privateKey)) };
  keys.set('k1', await publicKeyOf(await crypto.subtle.exportKey('jwk', pair.publicKey)));
  document = documentOf(head, rows);
  first = await seal(document, { unit: 7, number: 1, previous: FIRST_PREVIOUS, at: '2026-11-02T08:00:00.000Z' }, key);
});

type Values = Record<string, { salt?: string; value: unknown }>;
/** As it comes back from a file, to be tampered with. */
const copy = (sealed: SealedDocument): { document: { head: Values; rows: Values[] } } =>
  JSON.parse(JSON.stringify(sealed)) as never;
const look = (sealed: unknown, before?: SealedDocument['seal'] | null) => verifySeal(sealed as SealedDocument, keys, before);

test('Seal: an untouched document is found whole, with every field disclosed', async () => {
  expect(await look(copy(first), null)).toEqual({ faults: [], fields: 5 + 3 * 4, withheld: 0 });
});

test.each<[string, (values: { head: Values; rows: Values[] }) => { value: unknown } | undefined, unknown]>([
  ['a digit of a distance', ({ rows: [, row] }) => row?.['distance_m'], 8101],
  ['a purpose', ({ rows: [row] }) => row?.['purpose'], 'Kundbesok'],
  ['an odometer of the head', (values) => values.head['odometer_stop_m'], 250_000],
])('Seal: %s changed is found', async (_what, fieldOf, value) => {
  const changed = copy(first);
  const field = fieldOf(changed.document);
  if (field) field.value = value;
  expect((await look(changed)).faults).toEqual(['changed']);
});

test('Seal: a row taken away, doubled or moved is found', async () => {
  for (const order of [[0, 1], [0, 1, 2, 2], [1, 0, 2], []]) {
    const changed = copy(first);
    changed.document.rows = order.map((i) => changed.document.rows[i] as Values);
    expect((await look(changed)).faults).toEqual(['changed']);
  }
});

test('Seal: a masked document discloses fewer fields and still verifies; the withheld value cannot be put back wrong', async () => {
  const masked = withhold(document, (name, row) => row === 1 && (name === 'start' || name === 'purpose'));
  expect(JSON.stringify(masked)).not.toContain('Kungsgatan');
  expect(rootOf(masked)).toEqual(rootOf(document));
  expect(await look({ ...first, document: masked }, null)).toEqual({ faults: [], fields: 17, withheld: 2 });
  const invented = copy({ ...first, document: masked });
  (invented.document.rows[1] as Values)['start'] = { salt: 'x', value: 'Elsewhere' };
  expect((await look(invented)).faults).toEqual(['changed']);
});

test('Seal: the same value has another hash in every field, so that none is found by trying', async () => {
  const twice = documentOf({ a: 'x', b: 'x' }, []);
  const hashes = Object.values(withhold(twice, () => true).head).map((field) => ('hash' in field ? field.hash : ''));
  expect(new Set(hashes).size).toBe(2);
  expect(toBase64Url(rootOf(documentOf({ a: 'x', b: 'x' }, [])))).not.toBe(toBase64Url(rootOf(twice)));
});

test('Seal: a statement that was changed, or signed by somebody else, or by an unknown key, is found', async () => {
  expect((await look({ ...first, seal: { ...first.seal, at: '2026-11-01T08:00:00.000Z' } })).faults).toEqual(['signature']);
  expect((await look({ ...first, seal: { ...first.seal, key_id: 'k2' } })).faults).toEqual(['key']);
  const other = await newSealKeys();
  const forged = await seal(document, first.seal, { id: 'k1', privateKey: other.privateKey });
  expect((await look(forged)).faults).toEqual(['signature']);
});

test('Seal: a chain holds when each seal follows the one before; one left out is found', async () => {
  const place = { unit: 7, at: '2026-12-02T08:00:00.000Z' };
  const second = await seal(documentOf(head, []), { ...place, number: 2, previous: linkOf(first.seal) }, key);
  const third = await seal(documentOf(head, []), { ...place, number: 3, previous: linkOf(second.seal) }, key);
  expect((await look(second, first.seal)).faults).toEqual([]);
  expect((await look(third, second.seal)).faults).toEqual([]);
  expect((await look(third, first.seal)).faults).toEqual(['chain']);
  expect((await look(second, null)).faults).toEqual(['chain']);
});

/** As somebody would who folds the last two withheld leaves into the node above them. */
async function folded(sealed: SealedDocument): Promise<SealedDocument> {
  const masked = withhold(sealed.document, (name, row) => row === 2 && (name === 'start' || name === 'type'));
  const { start, type, ...rest } = masked.rows[2] as Record<string, { hash: string }>;
  const both = [start, type].map((field) => fromBase64Url(field?.hash ?? ''));
  const node = sha256(Uint8Array.from([1, ...both.flatMap((hash) => [...hash])]));
  const rows = [...masked.rows.slice(0, 2), { ...rest, start: { hash: toBase64Url(node) } }];
  return { ...sealed, document: { ...masked, rows: rows } };
}

test('Seal: withheld fields folded into one are found; documents of the first format verify as before', async () => {
  const old = await seal(documentOf(head, rows, newSalt, 'spora-seal-1'), { ...first.seal, previous: FIRST_PREVIOUS }, key);
  expect(old.seal.format).toBe('spora-seal-1');
  expect(await look(copy(old), null)).toEqual({ faults: [], fields: 17, withheld: 0 });
  expect(first.seal.format).toBe(SEAL_FORMAT);
  expect((await look(await folded(first))).faults).toEqual(['changed']);
  // What the first format did not vouch for.
  expect((await look(await folded(old))).faults).toEqual([]);
});

test('Seal: a document cannot pass for one of the other format', async () => {
  const passing = { ...first, document: { ...document, format: 'spora-seal-1' } };
  expect((await look(passing)).faults).toEqual(['changed']);
  expect((await look({ ...first, document: { ...document, format: 'spora-seal-0' } })).faults).toEqual(['malformed']);
});

test('Seal: what is no sealed document is said to be none, and nothing breaks', async () => {
  for (const rubbish of [
    { seal: {}, document: {} },
    { seal: { root: 1 }, document: { head: null, rows: [] } },
  ])
    expect((await look(rubbish)).faults).toEqual(['malformed']);
});

test('13-C, ATT-005: what is sealed is told by the same hashes as ever, and no two fields get the same salt', () => {
  let salts = 0;
  const trips = [1, 2, 3].map((i) => ({
    id: i,
    start: `Ängsgatan ${i}`,
    purpose: i % 2 === 1 ? 'Möte "A"' : '',
    private: i === 2,
    driver: null,
  }));
  // As the first release of the format reckoned it: a seal of then must verify for ever.
  const root = rootOf(documentOf({ unit: 'ABC 123', from: '2026-01-01' }, trips, () => `salt${salts++}`));
  expect(toBase64Url(root)).toBe('d5IRfWYuca8c0NO2hFF2kIXTugC5Hn5HNc4kOAg4N8Q');
  for (let length = 0; length < 40; length++) {
    const bytes = crypto.getRandomValues(new Uint8Array(length));
    expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
  }
  const drawn = Array.from({ length: 5000 }, newSalt);
  expect(new Set(drawn).size).toBe(5000);
  expect(drawn.every((salt) => fromBase64Url(salt).length === 16 && fromBase64Url(salt).some((byte) => byte !== 0))).toBe(true);
});

test('13-C, ATT-005: other work is let through while a long document is sealed, whose seal is the same', async () => {
  const { privateKey } = await newSealKeys();
  const document = documentOf(
    { name: 'Åsa' },
    Array.from({ length: 700 }, (_, i) => ({ id: i, note: `Tjörn ${i}` })),
  );
  const place = { unit: 1, number: 1, previous: FIRST_PREVIOUS, at: '2026-11-01T00:00:00.000Z' };
  let pauses = 0;
  const pause = () => ((pauses += 1), Promise.resolve());
  const sealed = await seal(document, place, { id: 'k', privateKey }, { pause });
  expect(pauses).toBeGreaterThanOrEqual(7);
  expect(sealed.seal.root).toBe(toBase64Url(rootOf(document)));
});

test('13-C, ATT-005: a tree of any number of leaves has the root that RFC 6962 gives it, by the native hash as by the one for browsers', () => {
  const native = (of: string | Uint8Array): Uint8Array => hash('sha256', of, 'buffer');
  const written: Hash = (of, into, at) => into.set(native(of), at);
  const leaf = (path: string, field: unknown) => native(`\0${JSON.stringify([path, ...Object.values(field as object)])}`);
  const root = (nodes: readonly Uint8Array[]): Uint8Array => {
    const [only] = nodes;
    if (nodes.length === 1 && only) return only;
    let half = 1;
    while (half * 2 < nodes.length) half *= 2;
    return native(Buffer.concat([[1], root(nodes.slice(0, half)), root(nodes.slice(half))].map((part) => Buffer.from(part))));
  };
  for (let rows = 0; rows < 40; rows++) {
    const document = documentOf(
      { name: 'Åsa' },
      Array.from({ length: rows }, (_, i) => ({ id: i, note: `Tjörn ${i}` })),
    );
    const shape = native(`\0${JSON.stringify([document.format, ['name'], document.rows.map(() => ['id', 'note'])])}`);
    const leaves = document.rows.flatMap((row, i) => ['id', 'note'].map((name) => leaf(`rows/${i}/${name}`, row[name])));
    const expected = toBase64Url(root([shape, leaf('head/name', document.head['name']), ...leaves]));
    expect([rootOf(document), rootOf(document, written)].map(toBase64Url)).toEqual([expected, expected]);
  }
});
