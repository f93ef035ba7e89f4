import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:tls';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeAccount, testDatabase } from '../../testing/database.ts';
import type { Db } from '../database/db.generated.ts';
import { copyAudit, wishAuditCopy } from './audit-copy.ts';
import { changesFor, writeAudit } from './audit.ts';
import { makeCertificate } from '../../testing/certificate.ts';

const database = await testDatabase();
afterAll(() => database.close());

const LONG_AGO = new Date('2020-05-01T12:00:00Z');
let accountId = await makeAccount(database);
beforeEach(async () => {
  accountId = await makeAccount(database);
});
const written = () =>
  database.owner.selectFrom('audit_entry').select(['at', 'subject']).where('account_id', '=', accountId).orderBy('id').execute();
const old = () =>
  database.owner
    .insertInto('audit_entry')
    .values({ account_id: accountId, at: LONG_AGO, actor_kind: 'system', action: 'registered' })
    .execute();
const entry = (at: Date) => ({ accountId, at, actor: { kind: 'system' }, action: 'registered' }) as const;

test('12-A9: no line of the audit log is dated before it was written, whichever of the roles that serve writes it', async () => {
  const before = Date.now();
  for (const db of [database.api, database.pipeline]) await writeAudit(db, entry(LONG_AGO));
  await sql`SELECT write_support_audit(${accountId}, ${LONG_AGO}, 'Staff', 'support-viewed', '', '{}')`.execute(database.api);
  const rows = await written();
  expect(rows).toHaveLength(3);
  for (const { at } of rows) expect(new Date(at).getTime()).toBeGreaterThan(before - 60_000);
});

test('12-A9: nobody writes, changes, empties or deletes lines of the audit log by hand, the owner of the database neither', async () => {
  await writeAudit(database.pipeline, entry(new Date()));
  for (const db of [database.api, database.pipeline])
    for (const statement of [
      sql`INSERT INTO audit_entry (account_id, at, actor_kind, action) VALUES (${accountId}, now(), 'system', 'registered')`,
      sql`UPDATE audit_entry SET subject = 'x'`,
      sql`DELETE FROM audit_entry`,
      sql`TRUNCATE audit_entry`,
      sql`DELETE FROM audit_forgotten`,
    ])
      await expect(statement.execute(db)).rejects.toThrow(/permission denied/);
  for (const statement of [sql`UPDATE audit_entry SET subject = 'x'`, sql`DELETE FROM audit_entry`, sql`TRUNCATE audit_entry`])
    await expect(statement.execute(database.owner)).rejects.toThrow('the audit log only grows');
  expect(await written()).toHaveLength(1);
});

test('12-A9, CONST-060: forgetting takes only what is older than it is kept, whatever moment is given, and leaves a line', async () => {
  await old();
  await writeAudit(database.pipeline, entry(new Date()));
  await sql`SELECT forget_audit('2199-01-01')`.execute(database.pipeline);
  expect(await written()).toHaveLength(1);
  const lines = await database.owner.selectFrom('audit_forgotten').select(['entries', 'newest', 'accounts', 'done_by']).execute();
  expect(lines).toEqual([{ entries: 1, newest: LONG_AGO, accounts: 1, done_by: 'spora_pipeline' }]);
  await sql`SELECT forget_audit(now())`.execute(database.pipeline);
  expect(await database.owner.selectFrom('audit_forgotten').select('id').execute()).toHaveLength(1);
  await expect(sql`DELETE FROM audit_forgotten`.execute(database.owner)).rejects.toThrow('the audit log only grows');
  await expect(sql`SELECT forget_audit(now())`.execute(database.api)).rejects.toThrow(/permission denied/);
});

test('12-A9: a copy of the audit log holds every line once it is wished, also those of before, and of transactions that end late', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'spora-audit-'));
  const file = join(folder, 'logs', 'audit.jsonl');
  const copied = () =>
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { subject: string }).subject)
      .filter(Boolean);
  const write = (db: Kysely<Db>, subject: string) => writeAudit(db, { ...entry(new Date()), subject });
  try {
    await write(database.api, 'before');
    await wishAuditCopy(database.pipeline, true);
    expect(await copyAudit(database.pipeline, file)).toBe(false);
    expect(copied()).toEqual(['before']);
    // The late one has the smaller number and is committed after the copy of the other.
    await database.api.transaction().execute(async (late) => {
      await write(late, 'late');
      await write(database.pipeline, 'early');
      await copyAudit(database.pipeline, file);
      expect(copied()).toEqual(['before', 'early']);
    });
    await wishAuditCopy(database.pipeline, true);
    await copyAudit(database.pipeline, file);
    expect(copied()).toEqual(['before', 'early', 'late']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    // A copy that cannot be written loses nothing.
    await write(database.pipeline, 'kept');
    await expect(copyAudit(database.pipeline, join(file, 'no-folder'))).rejects.toThrow();
    await copyAudit(database.pipeline, file);
    expect(copied().at(-1)).toBe('kept');
    await wishAuditCopy(database.pipeline, false);
    await write(database.pipeline, 'unwished');
    await copyAudit(database.pipeline, file);
    expect(copied().at(-1)).toBe('kept');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('12-A9: a copy goes to a syslog server as well, and waits while that is away', async () => {
  let received = '';
  const server = createServer((socket) => socket.on('data', (chunk: Buffer) => (received += chunk.toString())));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const target = `syslog://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await wishAuditCopy(database.pipeline, true);
  await writeAudit(database.pipeline, { ...entry(new Date()), subject: 'för syslog' });
  await expect(copyAudit(database.pipeline, 'syslog://127.0.0.1:1')).rejects.toThrow(/ECONNREFUSED/);
  await copyAudit(database.pipeline, target);
  server.close();
  const messages: string[] = [];
  for (let rest = Buffer.from(received); rest.length > 0;) {
    const space = rest.indexOf(' ');
    const end = space + 1 + Number(rest.subarray(0, space));
    messages.push(rest.subarray(space + 1, end).toString());
    rest = rest.subarray(end);
  }
  expect(messages.length).toBeGreaterThan(1);
  expect(messages.at(-1)).toMatch(/^<110>1 \S+ \S+ spora - audit - \{.*"subject":"för syslog".*\}$/);
  await wishAuditCopy(database.pipeline, false);
});

test('12-A9: the copy goes encrypted to a syslog server by TLS, and nowhere where the certificate is not to be trusted', async () => {
  const { cert, key } = makeCertificate(new Date());
  let received = '';
  const server = createTlsServer({ cert, key }, (socket) => socket.on('data', (chunk: Buffer) => (received += chunk.toString())));
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const target = `tls://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await wishAuditCopy(database.pipeline, true);
  await writeAudit(database.pipeline, { ...entry(new Date()), subject: 'för TLS' });
  await expect(copyAudit(database.pipeline, target), 'signed by nobody').rejects.toThrow(/self-signed|DEPTH_ZERO/i);
  const other = makeCertificate(new Date()).cert;
  await expect(copyAudit(database.pipeline, target, { ca: other })).rejects.toThrow();
  const plain = createServer((socket) => socket.end());
  await new Promise<void>((done) => plain.listen(0, '127.0.0.1', done));
  await expect(
    copyAudit(database.pipeline, `tls://127.0.0.1:${(plain.address() as AddressInfo).port}`, { ca: cert }),
    'speaks no TLS',
  ).rejects.toThrow();
  expect(received).toBe('');
  await copyAudit(database.pipeline, target, { ca: cert });
  await expect.poll(() => received).toContain('"subject":"för TLS"');
  for (const each of [server, plain]) each.close();
  await wishAuditCopy(database.pipeline, false);
});

test('ADM-018: of a change the log keeps what it was and became, of what is told in confidence only that it changed', () => {
  const before = { name: 'Anna', phone: '+46 70', tags: ['a'], note: '', seats: 5 };
  const after = { name: 'Anna', phone: '+46 73', tags: ['a', 'b'], note: 'x'.repeat(300), seats: null };
  const told = changesFor(before, after, ['phone']);
  expect(told?.fields).toBe('phone, tags, note, seats');
  expect(told?.changes).toEqual([
    { field: 'tags', before: 'a', after: 'a, b' },
    { field: 'note', before: null, after: `${'x'.repeat(200)}…` },
    { field: 'seats', before: 5, after: null },
  ]);
  expect(changesFor(before, before)).toBeNull();
  const names = Array.from({ length: 54 }, (_, index) => `Rondbil nummer ${index + 1}`);
  const [units] = changesFor({ units: [] }, { units: names })!.changes!;
  expect(units?.after, 'of a list all of it').toBe(names.join(', '));
});
