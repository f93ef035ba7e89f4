import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../platform/configuration/config.ts';
import { openPool } from '../platform/database/database.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { forgetLiveEvents } from '../platform/jobs/upkeep.ts';
import { createLog } from '../platform/observing/log.ts';
import { createPostgresWake } from '../platform/wake/postgres-wake.ts';
import { orderMail } from '../platform/mail/order.ts';
import { recordingMailer, testPorts } from '../testing/http.ts';
import { makeAccount, testDatabase } from '../testing/database.ts';
import { startWorker } from './worker.ts';

const database = await testDatabase();
const pools = { api: openPool(database.urls.api, { max: 2 }), pipeline: openPool(database.urls.pipeline, { max: 12 }) };
const undo: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
  await Promise.all([pools.api.end(), pools.pipeline.end()]);
  await database.close();
});

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 10_000; !(await isTrue());) {
    if (Date.now() > end) throw new Error('waited in vain');
    await new Promise((done) => setTimeout(done, 20));
  }
}

test('a mail server that answers nobody keeps no other job from its turn', async () => {
  let waiting = 0;
  let answer = () => {};
  const answered = new Promise<void>((done) => (answer = done));
  const mail = {
    ...recordingMailer(),
    send: () => {
      waiting += 1;
      return answered;
    },
  };
  const accountId = await makeAccount(database);
  for (let i = 0; i < 10; i += 1)
    await orderMail(database.pipeline, {
      template: 'password-changed',
      params: { fullName: 'Åsa' },
      to: `person-${i}@example.test`,
      language: 'sv',
      subsiteId: 0,
      accountId,
      at: new Date(),
    });
  const log = createLog({ logLevel: 'silent' });
  const worker = await startWorker({
    config: readConfig({}),
    log,
    now: () => new Date(),
    ports: testPorts({ mail }),
    api: database.api,
    pipeline: database.pipeline,
    pools,
    wake: createPostgresWake({ url: database.urls.pipeline, log }),
    demoSignIns: [],
  });
  undo.push(worker.stop, async () => answer());
  await until(() => waiting === 3);
  const old = { at: new Date(0), account_id: accountId, unit_id: 1, kind: 'trip' };
  await database.owner.insertInto('live_event').values(old).execute();
  await addJob(database.pipeline, forgetLiveEvents, {});
  await until(async () => (await database.owner.selectFrom('live_event').select('at').execute()).length === 0);
  expect(waiting).toBe(3);
  answer();
  await until(() => waiting === 10);
});
