import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSealWitness, WITNESS_FILE } from './seal-witness.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spora-witness-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const sealed = (number: number) => ({ account: 3, unit: 7, number, link: 'A'.repeat(43), at: '2026-11-22T05:00:00.000Z' });

test('Seal: the witness has nothing before the first seal, then every seal once, in a file that only the program reads', async () => {
  const file = join(folder, 'keys', WITNESS_FILE);
  const witness = openSealWitness(file);
  expect(await witness.read()).toEqual({ seals: [], unreadable: 0 });
  await witness.append([]);
  await witness.append([sealed(1), sealed(2)]);
  await openSealWitness(file).append([sealed(2)]);
  expect(await witness.read()).toEqual({ seals: [sealed(1), sealed(2)], unreadable: 0 });
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o077).toBe(0);
});

test('Seal: a line that broke off when the machine stopped spoils no other, and is forgotten once it is written again', async () => {
  const file = join(folder, 'torn', WITNESS_FILE);
  const witness = openSealWitness(file);
  await witness.append([sealed(1)]);
  await appendFile(file, '\n3 7 2 AAAA');
  await witness.append([sealed(3)]);
  expect(await witness.read()).toEqual({ seals: [sealed(1), sealed(3)], unreadable: 1 });
  await witness.append([sealed(2)]);
  expect((await witness.read()).unreadable).toBe(0);
});
