import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentOf } from '@spora/seal/document';
import { FIRST_PREVIOUS, seal, verifySeal } from '@spora/seal/seal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSealKeys, verifyingKeys, writeSealKey } from './seal-keys.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spora-keys-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const open = (at: string) => openSealKeys(join(folder, 'keys'), () => new Date(at));
const place = { unit: 1, number: 1, previous: FIRST_PREVIOUS, at: '2026-11-01T00:00:00.000Z' };

test('Seal: the first key is made when it is needed, in a file that only the program reads, and is the same after a restart', async () => {
  const { id } = await open('2026-11-01T00:00:00Z').current();
  const [name] = await readdir(join(folder, 'keys'));
  expect(name).toBe(`seal-${id}.jwk`);
  if (process.platform !== 'win32') expect((await stat(join(folder, 'keys', name ?? ''))).mode & 0o077).toBe(0);
  expect((await open('2026-12-01T00:00:00Z').current()).id).toBe(id);
});

test('Seal: after a change of key old seals still verify, and no private part is told', async () => {
  const old = await seal(documentOf({ a: 1 }, []), place, await open('2026-11-01T00:00:00Z').current());
  const id = await writeSealKey(join(folder, 'keys'), new Date('2026-12-01T00:00:00Z'));
  const keys = open('2026-12-02T00:00:00Z');
  const fresh = await keys.current();
  expect(fresh.id).toBe(id);
  const newer = await seal(documentOf({ a: 2 }, []), place, fresh);
  for (const sealed of [old, newer]) expect((await verifySeal(sealed, await verifyingKeys(keys), null)).faults).toEqual([]);
  for (const jwk of (await keys.publicKeys()).values()) expect(jwk).not.toHaveProperty('d');
});
