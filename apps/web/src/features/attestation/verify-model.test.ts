import { documentOf } from '@spora/seal/document';
import { FIRST_PREVIOUS, newSealKeys, privateKeyOf, publicKeyOf, seal, type SealedDocument } from '@spora/seal/seal';
import { beforeAll, expect, test } from 'vitest';
import { MAX_JSON_BYTES, RefusedFile } from './verify-json.ts';
import { type FilePeriod, periodsIn, verdictOf, verdictsOf } from './verify-model.ts';
import { differencesIn } from './verify-rows.ts';

const keys = new Map<string, CryptoKey>();
let sealed: SealedDocument;
beforeAll(async () => {
  const pair = await newSealKeys();
  keys.set('k1', await publicKeyOf(await crypto.subtle.exportKey('jwk', pair.publicKey)));
  const key = { id: 'k1', privateKey: await privateKeyOf(await crypto.subtle.exportKey('jwk', pair.privateKey)) };
  const document = documentOf({ unit: 'Volvo', private_m: 0 }, [{ id: 7, distance_m: 12_345 }]);
  sealed = await seal(document, { unit: 7, number: 1, previous: FIRST_PREVIOUS, at: '2026-04-03T08:00:00.000Z' }, key);
});

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const fileOf = (periods: string): Uint8Array => bytesOf(`{"format":"spora-log-1","trips":[],"periods":[${periods}]}`);
const refusal = (bytes: Uint8Array): unknown => {
  try {
    return periodsIn(bytes);
  } catch (error) {
    return error instanceof RefusedFile ? error.key : error;
  }
};

test('Seal: a name that stands twice is refused, however it is spelt: a reader would see the one value and the check the other', () => {
  const honest = JSON.stringify(sealed);
  expect(refusal(fileOf(honest))).toHaveLength(1);
  for (const twice of ['"value":99,"value"', '"v\\u0061lue":99,"value"', '"value" :99, "value"']) {
    const doubled = honest.replace('"value"', twice);
    expect(doubled).not.toBe(honest);
    expect(refusal(fileOf(doubled)), twice).toBe('VerifyNotBuilt');
  }
  const quoted = documentOf({ note: '{"a":1,"a":2} \\" , "x": [' }, []);
  expect(refusal(fileOf(JSON.stringify({ ...sealed, document: quoted }))), 'quotation marks within a text are text').toHaveLength(
    1,
  );
});

test('Seal: deeply nested, huge, and half files end in a clear answer', () => {
  const deep = (n: number): string => `${'['.repeat(n)}${']'.repeat(n)}`;
  expect(refusal(fileOf(JSON.stringify(sealed).replace('"Volvo"', deep(60))))).toBe('VerifyNotBuilt');
  expect([null, 'VerifyNotBuilt']).toContain(refusal(fileOf(deep(200_000))));
  const huge = new Uint8Array(MAX_JSON_BYTES + 1);
  huge.set(bytesOf('{"format":"spora-log-1"'));
  expect(refusal(huge)).toBe('VerifyTooLarge');
  expect(refusal(fileOf('{"seal":'))).toBeNull();
  expect(refusal(bytesOf('{"format":"another","periods":[{}]}'))).toBeNull();
});

test('Seal: names that mean something to the language change nothing but the answer', async () => {
  expect(refusal(fileOf(JSON.stringify(sealed).replace('{"unit"', '{"__proto__":{"salt":"x","value":1},"unit"')))).toBe(
    'VerifyNotBuilt',
  );
  const odd = JSON.parse(
    '{"constructor":{"salt":"x","value":1},"toString":{"salt":"x","value":2}}',
  ) as SealedDocument['document']['head'];
  const verdict = await verdictOf({ ...sealed, document: { ...sealed.document, head: odd } }, keys);
  expect(verdict.faults).toEqual(['changed']);
  expect(({} as Record<string, unknown>)['salt']).toBeUndefined();
});

test('Seal: what has the wrong type is said to be no sealed period, and nothing of it reaches the page', async () => {
  const { seal: statement, document } = sealed;
  const wrong: unknown[] = [
    {},
    { seal: 1, document: 2 },
    { seal: null, document },
    { seal: { ...statement, number: '1' }, document },
    { seal: { ...statement, at: 12 }, document },
    { seal: { ...statement, signature: ['x'] }, document },
    { seal: statement, document: { ...document, rows: {} } },
    { seal: statement, document: { ...document, rows: [null] } },
    { seal: statement, document: { ...document, head: [] } },
    { seal: statement, document: { ...document, head: { unit: { salt: 'x', value: { $$typeof: 'x' } } } } },
    { seal: statement, document: { ...document, head: { unit: { salt: 'x' } } } },
    { seal: statement, document: { ...document, head: { unit: { hash: 7 } } } },
    { seal: statement, document: { ...document, head: { unit: 'Volvo' } } },
  ];
  for (const period of wrong)
    expect(await verdictOf(period as FilePeriod, keys), JSON.stringify(period)).toMatchObject({
      faults: ['malformed'],
      head: {},
    });
  const beside = { ...sealed, before: 'x', after: { number: 2 } } as unknown as FilePeriod;
  expect((await verdictOf(beside, keys)).faults).toEqual(['chain']);
  const broken = { ...sealed, document: { ...document, head: { unit: { hash: '%%%' } } } };
  expect((await verdictOf(broken, keys)).faults).toEqual(['malformed']);
});

test('Seal: ten thousand periods are all judged, and the page is let in between', async () => {
  const periods = Array.from({ length: 10_000 }, (_, i) => (i === 9_999 ? sealed : ({} as FilePeriod)));
  let letIn = 0;
  const timer = setInterval(() => letIn++);
  const verdicts = await verdictsOf(periods, keys);
  clearInterval(timer);
  expect(verdicts).toHaveLength(10_000);
  expect(verdicts.at(-1)).toMatchObject({ faults: [], head: { unit: 'Volvo' } });
  expect(letIn).toBeGreaterThan(0);
});

test('TRIP-029: very many trips of a file are held against very many rows, and times that are none are a change, not a failure', () => {
  const rows = Array.from({ length: 30_000 }, (_, id) => ({
    id: { salt: 'x', value: id },
    distance_m: { salt: 'x', value: id },
  }));
  const trips = rows.map((_, id) => ({ id, distance_m: id === 29_999 ? 1 : id, start: { time: 'never' } }));
  const bytes = bytesOf(JSON.stringify({ format: 'spora-log-1', trips }));
  expect(differencesIn(bytes, [{ document: { rows } }])).toMatchObject([{ id: 29_999, at: '', what: 'distance_m' }]);
  const timed = [{ id: { salt: 'x', value: 1 }, started_at: { salt: 'x', value: '2026-03-10T08:00:00.000Z' } }];
  const one = bytesOf(JSON.stringify({ trips: [{ id: 1, start: { time: 'never' } }] }));
  expect(differencesIn(one, [{ document: { rows: timed } }])).toMatchObject([{ id: 1, what: 'started_at', found: null }]);
});
