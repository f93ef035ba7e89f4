import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { createToken } from '@spora/contract/integrations/endpoints';
import { makeAccount, makeMember, makeUnit } from '../testing/database.ts';
import { testApp } from '../testing/http.ts';
import { makeTrip } from '../testing/trips.ts';

const ROOT = join(import.meta.dirname, '../../../..');
/** What `/docs` tells an integrator to run. */
const GENERATOR = join(ROOT, 'node_modules/@hey-api/openapi-ts/bin/run.js');
const COMPILER = join(ROOT, 'node_modules/typescript-native/bin/tsc');
const JOURNEY = join(import.meta.dirname, '../../integrator/journey.ts');

const app = await testApp();
const folder = await mkdtemp(join(tmpdir(), 'spora-client-'));
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const run = promisify(execFile);
/** Runs a program of Node's in the integrator's folder; what it prints when it fails becomes the failure. */
const node = async (...args: string[]): Promise<string> => {
  try {
    return (await run(process.execPath, args, { cwd: folder })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${stdout ?? ''}${stderr ?? ''}`, { cause: error });
  }
};

async function company() {
  const accountId = await makeAccount(app.database, { name: 'Åkeriet' });
  const admin = await app.signInAs(await makeMember(app.database, { accountId }));
  const unit = await makeUnit(app.database, { accountId, name: 'Bil 1' });
  for (const day of ['02', '03', '04'])
    await makeTrip(app.database, { accountId, unitId: unit.unitId }, { start: `2026-03-${day}T08:00:00Z` });
  await app.database.owner
    .insertInto('unit_latest')
    .values({
      unit_id: unit.unitId,
      account_id: accountId,
      time: app.clock.now,
      last_contact_at: app.clock.now,
      lat_e7: 593_000_000,
      lon_e7: 180_000_000,
      speed_kmh: 0,
      heading_deg: 0,
      state: 'stopped',
      report_interval_s: 60,
    })
    .execute();
  const { token } = (await admin.call(createToken, { body: { name: 'Lön', rights: 'write', days: 30 } })).data!;
  return { token };
}

test(
  "13-B6: a client generated from openapi.json compiles in strict mode and passes an integrator's journey",
  { timeout: 120_000 },
  async () => {
    const { token } = await company();
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    const address = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;

    await node(GENERATOR, '-i', `${address}/openapi.json`, '-o', 'client', '--no-log-file');
    await copyFile(JOURNEY, join(folder, 'journey.ts'));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    const compilerOptions = {
      noEmit: false,
      outDir: 'out',
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
      allowImportingTsExtensions: false,
    };
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: ['journey.ts', 'client'], exclude: [] }),
    );
    await node(COMPILER, '-p', '.', '--singleThreaded');

    const seen = JSON.parse(await node('out/journey.js', address, token, '2026-03-01', '2026-03-31')) as unknown;
    expect(seen).toEqual({
      rights: 'write',
      units: ['Bil 1'],
      pages: 2,
      purposes: ['Kundbesök', '', '', ''],
      position: { lat: 59.3, lng: 18 },
      added: 'Hornsgatan 84, Stockholm',
      refusal: { status: 404, isMissing: true, isMistyped: false },
    });
  },
);
