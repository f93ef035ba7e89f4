import fastify from 'fastify';
import { expect, test } from 'vitest';
import { factsOf, languageOf, timeZoneOf } from './request-facts.ts';
import { createRateLimiter, rateKeyOf } from './rate.ts';
import { originsOf } from './security.ts';
import { isStorableText } from './input.ts';

test.each([
  [undefined, 'en'],
  ['sv', 'sv'],
  ['nb-NO,nb;q=0.9,en;q=0.8', 'no'],
  ['nn', 'no'],
  ['no', 'no'],
  ['de, sv;q=0.5, en;q=0.7', 'en'],
  ['sv;q=0, en', 'en'],
  [';;,q=,,sv;q=x', 'en'],
  ['x'.repeat(10_000), 'en'],
])('I18N-001, API-011: Accept-Language %s is answered in %s', (header, language) => {
  expect(languageOf(header)).toBe(language);
});

test('API-001: a zone that the runtime does not know is no zone', () => {
  expect(timeZoneOf('Asia/Kathmandu')).toBe('Asia/Kathmandu');
  for (const wrong of ['Mars/Olympus', '', '../etc/passwd', 'Europe/Stockholm\n', 'x'.repeat(65)])
    expect(timeZoneOf(wrong)).toBeUndefined();
});

test('SEC-007: a bucket lets a burst through, refills with time and forgets the key idle longest', () => {
  let now = 0;
  const limiter = createRateLimiter({ burst: 2, perSecond: 1 }, () => now, 2);
  expect([limiter.take('a'), limiter.take('a'), limiter.take('a')]).toEqual([true, true, false]);
  now = 1500;
  expect([limiter.take('a'), limiter.take('a')]).toEqual([true, false]);
  limiter.take('b');
  limiter.take('c');
  expect(limiter.take('a'), 'forgotten').toBe(true);
});

test('SEC-007: an IPv6 caller is counted by the network it owns', () => {
  expect(rateKeyOf('2001:db8:1:2:3:4:5:6')).toBe(rateKeyOf('2001:0db8:1:2::9'));
  expect(rateKeyOf('2001:db8:1:2::1')).not.toBe(rateKeyOf('2001:db8:1:3::1'));
  expect(rateKeyOf('::1')).toBe('0:0:0:0::/64');
  // A caller who hung up meanwhile.
  expect(rateKeyOf(undefined)).toBe('');
  expect(rateKeyOf('192.0.2.1')).toBe('192.0.2.1');
  expect(rateKeyOf('::ffff:192.0.2.1')).toBe('::ffff:192.0.2.1');
});

test('SEC-011: only absolute addresses of the configuration widen the policy', () => {
  expect(originsOf(['/map', undefined, 'https://a.test/x/{z}/{x}.pbf?key=1', 'https://a.test/y', 'http://b.test:81/'])).toEqual([
    'https://a.test',
    'http://b.test:81',
  ]);
});

test('text that PostgreSQL cannot hold is found at any depth and in names', () => {
  expect(isStorableText({ a: [{ b: 'å 🚗' }] })).toBe(true);
  for (const wrong of ['\0', { a: ['x\0'] }, { 'a\0': 1 }, ['\ud800'], { a: { b: { c: '\udc00x' } } }])
    expect(isStorableText(wrong)).toBe(false);
  let deep: unknown = 'x\0';
  for (let i = 0; i < 100_000; i += 1) deep = [deep];
  expect(isStorableText(deep)).toBe(false);
});

test('TRIP-017: the address that a log tells its readers to check it at has the port by which it was reached', async () => {
  for (const [trustProxy, headers, host] of [
    [false, { host: 'localhost:8080' }, 'localhost:8080'],
    [false, { host: 'log.example' }, 'log.example'],
    [true, { host: 'inner:3000', 'x-forwarded-host': 'log.example:8443' }, 'log.example:8443'],
    [false, { host: 'inner:3000', 'x-forwarded-host': 'log.example:8443' }, 'inner:3000'],
  ] as const) {
    const app = fastify({ trustProxy });
    app.get('/', (request) => ({ host: factsOf(request, null).host }));
    expect((await app.inject({ url: '/', headers })).json()).toEqual({ host });
    await app.close();
  }
});
