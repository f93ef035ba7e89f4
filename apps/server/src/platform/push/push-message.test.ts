import { expect, test } from 'vitest';
import { isPushKey, isPushSecret, PUSH_BODY_MAX_BYTES, pushBody, type PushMessage } from './push-message.ts';

test('issue 14: a push says its title, its text, where it leads and what it takes the place of', () => {
  const message = { title: 'Zonlarm', body: 'Bil 1 lämnade "Hemma"', url: '/user/alarms?id=1', tag: 'alarm-1' };
  expect(JSON.parse(pushBody(message))).toEqual(message);
  expect(Object.keys(JSON.parse(pushBody({ title: 'a', body: 'b', url: '/' })) as PushMessage)).toEqual(['title', 'body', 'url']);
});

test.each(['å', '😀', '"', 'x'])(
  'issue 14: a text of many %s ends in dots where the push is full, and whole before',
  (character) => {
    const fits = (count: number): PushMessage =>
      JSON.parse(pushBody({ title: 't', body: character.repeat(count), url: '/' })) as PushMessage;
    expect(fits(500).body).toBe(character.repeat(500));
    const text = pushBody({ title: 't', body: character.repeat(5000), url: '/' });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(PUSH_BODY_MAX_BYTES);
    expect(Buffer.byteLength(text)).toBeGreaterThan(PUSH_BODY_MAX_BYTES - 5);
    const { body } = JSON.parse(text) as PushMessage;
    expect(body.endsWith('…')).toBe(true);
    expect(new Set(body.slice(0, -1).match(/./gu))).toEqual(new Set([character]));
  },
);

test('issue 14: a push leads within the application, and its title leaves room', () => {
  for (const url of ['https://evil.example', '//evil.example', '/\\evil.example', 'user', ''])
    expect(() => pushBody({ title: 't', body: 'b', url }), url).toThrow('one slash');
  expect(() => pushBody({ title: 'x'.repeat(4000), body: 'b', url: '/' })).toThrow('no room');
});

test('issue 14: keys of a browser are a point and sixteen bytes', () => {
  expect(isPushKey(`B${'A'.repeat(86)}`)).toBe(true);
  for (const bad of ['', `A${'A'.repeat(86)}`, `B${'A'.repeat(85)}`, `B${'A'.repeat(85)}+`])
    expect(isPushKey(bad), bad).toBe(false);
  expect(isPushSecret('A'.repeat(22))).toBe(true);
  for (const bad of ['', 'A'.repeat(21), 'A'.repeat(23)]) expect(isPushSecret(bad), bad).toBe(false);
});
