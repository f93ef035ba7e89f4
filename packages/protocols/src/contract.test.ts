import { expect, test } from 'vitest';
import { protocolContract } from './contract-suite.ts';
import { PROTOCOLS } from './list.ts';
import type { Protocol } from './protocol.ts';
import { protocolsUnderTest } from './testing-protocols.ts';

const all: readonly Protocol[] = PROTOCOLS;

for (const protocol of all) {
  const ways = await protocolsUnderTest(protocol);
  test(`${protocol.name} has a sample of each of its transports`, () => {
    for (const { kind } of protocol.transports)
      expect(ways.some(({ name }) => name.startsWith(`${protocol.name} ${kind}`))).toBe(true);
  });
  for (const way of ways) protocolContract(way);
}

test('no name, setting, port or model family belongs to two protocols, and each has the shape that the database asks for', () => {
  const words = all.flatMap(({ name, port, families }) => [
    [`protocol ${name}`, `setting ${port.setting}`, `port ${port.fallback}`],
    families.map((family) => `family ${family.name}`),
  ]);
  const flat = words.flat();
  expect(flat).toEqual([...new Set(flat)]);
  for (const { name, families } of all) {
    expect(name).toMatch(/^[a-z][a-z0-9-]{0,31}$/);
    for (const family of families) expect(family.name).toMatch(/^[A-Za-z][A-Za-z0-9-]{0,31}$/);
  }
});

test('no family gives an id two meanings', () => {
  for (const { families } of all)
    for (const { meanings } of families) {
      const ids = meanings.map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)]);
    }
});

test('each family of hardware says how it is pointed here, in text messages that carry name, port and access point', () => {
  for (const { families, knownBy } of all)
    for (const { name, setup } of families) {
      if (knownBy === 'phone-id') continue;
      if (setup === undefined) throw new Error(`${name} cannot be pointed here`);
      const sms = setup.sms({ host: 'gps.example.org', port: 5999, apn: 'internet.example' });
      for (const word of ['gps.example.org', '5999', 'internet.example']) expect(sms.join('\n')).toContain(word);
      for (const text of sms) expect(text.length).toBeLessThanOrEqual(160);
      expect(setup.source).toMatch(/\w{4}/);
    }
});

test('each command that a family can be told names its source', () => {
  for (const { families } of all)
    for (const { commands } of families)
      for (const told of [commands?.outputs, commands?.eco]) if (told) expect(told.source).toMatch(/\w{4}/);
});
