import { PROTOCOLS } from '@spora/protocols/list';
import type { Protocol } from '@spora/protocols/protocol';
import { documentedTalks } from '@spora/protocols/testing-protocols';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { announce } from '../features.ts';
import { createPostgresWake } from '../platform/wake/postgres-wake.ts';
import { makeAccount, makeUnit, testDatabase } from '../testing/database.ts';
import { createProjector } from '../testing/engine.ts';
import { ANY_PORTS, connectTracker } from '../testing/tracker.ts';
import { startGateway } from './gateway.ts';

/* Bytes as public documents print them, sent over a real socket by nothing that knows the protocol, down to what the map reads. */

const log = pino({ level: 'silent' });
const database = await testDatabase();
const wake = createPostgresWake({ url: database.urls.pipeline, log });
const accountId = await makeAccount(database);
afterAll(() => database.close());

const all: readonly Protocol[] = PROTOCOLS;
const talks = (
  await Promise.all(all.map(async (protocol) => (await documentedTalks(protocol)).map((talk) => ({ protocol, talk }))))
)
  .flat()
  .map(({ protocol, talk }) => ({ name: `${protocol.name}, ${talk.name}`, protocol, talk }));

test.each(talks)('Trackers: $name: documented bytes become the latest position of the unit', async ({ protocol, talk }) => {
  const now = () => new Date(talk.place.timeMs + 60_000);
  const [family] = protocol.families;
  const { unitId } = await makeUnit(database, { accountId, family: family?.name ?? '', imei: talk.sender });
  const config = { host: '127.0.0.1', trackerPorts: ANY_PORTS, maxPositionMonths: 24 };
  const gateway = await startGateway({ config, log, now, pipeline: database.pipeline, ports: { announce } });
  const projector = createProjector({ db: database.pipeline, wake, log, now });
  try {
    const tracker = await connectTracker((gateway.ports as Readonly<Record<string, number>>)[protocol.name] ?? 0);
    for (const { bytes, answer } of talk.says) {
      tracker.send(bytes);
      if (answer) expect(await tracker.read(answer.length)).toEqual(Buffer.from(answer));
    }
    tracker.close();
    await projector.drain();
    const latest = await database.owner
      .selectFrom('unit_latest')
      .select(['time', 'lat_e7', 'lon_e7'])
      .where('unit_id', '=', unitId)
      .executeTakeFirst();
    expect(latest).toEqual({ time: new Date(talk.place.timeMs), lat_e7: talk.place.latE7, lon_e7: talk.place.lonE7 });
  } finally {
    await projector.stop();
    await gateway.stop();
    await database.owner.deleteFrom('fitting').where('unit_id', '=', unitId).execute();
  }
});
