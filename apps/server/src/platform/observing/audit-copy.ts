import { mkdir, open } from 'node:fs/promises';
import { connect, isIP } from 'node:net';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { type Kysely, sql } from 'kysely';
import type { Db } from '../database/db.generated.ts';

/** A line of the audit log as it leaves the database. */
interface CopiedLine {
  readonly id: number;
  readonly at: Date;
  readonly account: number;
  readonly actor: string;
  readonly member: number | null;
  readonly name: string;
  readonly action: string;
  readonly subject: string;
  readonly details: unknown;
}

/** Takes lines in order and answers when they are safe; throws where they are not. */
type Sink = (lines: readonly CopiedLine[]) => Promise<void>;

const AT_ONCE = 500;

/** Says whether lines are to be kept for a copy. The first time, everything that is in the log goes along. */
export async function wishAuditCopy(db: Kysely<Db>, isOn: boolean): Promise<void> {
  await sql`SELECT wish_audit_copy(${isOn})`.execute(db);
}

/**
 * Copies lines that wait; answers whether there may be more. A line is taken from the queue when the copy is safe, so that one may
 * come twice (its `id` tells) and none is missing.
 */
export function copyAudit(db: Kysely<Db>, target: string, { ca }: { readonly ca?: string } = {}): Promise<boolean> {
  const sink = /^(syslog|tls):/.test(target) ? syslogSink(new URL(target), ca) : fileSink(target);
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<CopiedLine>`
      WITH taken AS (
        DELETE FROM audit_to_copy WHERE entry_id IN (SELECT entry_id FROM audit_to_copy ORDER BY entry_id LIMIT ${AT_ONCE}) RETURNING entry_id
      )
      SELECT e.id, e.at, e.account_id AS account, e.actor_kind AS actor, e.actor_member_id AS member, e.actor_name AS name,
        e.action, e.subject, e.details
      FROM audit_entry e JOIN taken ON taken.entry_id = e.id ORDER BY e.id`.execute(tx);
    if (rows.length > 0) await sink(rows);
    return rows.length === AT_ONCE;
  });
}

const fileSink =
  (file: string): Sink =>
  async (lines) => {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const handle = await open(file, 'a', 0o600);
    try {
      await handle.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      await handle.sync();
    } finally {
      await handle.close();
    }
  };

/** Facility "log audit", severity "informational" (RFC 5424). */
const PRIORITY = 13 * 8 + 6;
/** RFC 6587 and RFC 5425. */
const SYSLOG_PORT = 601;
const SYSLOG_TLS_PORT = 6514;
const PATIENCE_MS = 10_000;

/**
 * Over TCP with counted frames (RFC 6587), so that a server that is away is noticed; by `tls:` encrypted (RFC 5425), and only to a server
 * whose certificate is its own and of an authority that this machine trusts (or `ca`, of a test).
 */
const syslogSink =
  ({ protocol, hostname: name, port }: URL, ca: string | undefined): Sink =>
  (lines) =>
    new Promise((resolve, reject) => {
      const frames = lines.map((line) => {
        const message = Buffer.from(
          `<${PRIORITY}>1 ${line.at.toISOString()} ${hostname()} spora - audit - ${JSON.stringify(line)}`,
        );
        return Buffer.concat([Buffer.from(`${message.length} `), message]);
      });
      const host = name.replace(/^\[|\]$/g, '');
      const socket =
        protocol === 'tls:'
          ? connectTls({
              host,
              port: Number(port || SYSLOG_TLS_PORT),
              timeout: PATIENCE_MS,
              minVersion: 'TLSv1.2',
              ...(isIP(host) ? {} : { servername: host }),
              ...(ca ? { ca } : {}),
            })
          : connect({ host, port: Number(port || SYSLOG_PORT), timeout: PATIENCE_MS });
      socket.once('timeout', () => socket.destroy(new Error('the syslog server took too long')));
      socket.once('error', reject);
      socket.once('close', () => resolve());
      socket.resume();
      socket.end(Buffer.concat(frames));
    });
