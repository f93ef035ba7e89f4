import { existsSync } from 'node:fs';
import { connect } from 'node:tls';
import { join } from 'node:path';
import type pg from 'pg';
import { BRANDS } from '@spora/contract/brands';
import { type Config, ConfigError, readConfig, ROLES } from '../configuration/config.ts';
import { connectClient, kyselyOver, openPool } from '../database/database.ts';
import { startEmbeddedDatabase } from '../database/embedded.ts';
import { readHolder } from '../database/embedded-processes.ts';
import { EXTENSIONS } from '../database/extensions.ts';
import { assertMigrated } from '../database/migrate.ts';
import { createSmtpMailer } from '../mail/smtp.ts';
import { freeBytes } from '../observing/metrics.ts';
import { bindFault, databaseFaults, diskFault, nodeFault, sentenceOf, wantedPorts } from '../program/start-faults.ts';

/** One thing that was looked at. `look`: works, but somebody should know. */
export interface Finding {
  readonly verdict: 'well' | 'look' | 'wrong';
  readonly about: 'settings' | 'program' | 'disk' | 'database' | 'time' | 'ports' | 'tls' | 'mail';
  readonly text: string;
}

export interface ExaminationOptions {
  /** Where a test message goes; none is sent without. */
  readonly mailTo: string | undefined;
  readonly now: Date;
}

const well = (about: Finding['about'], text: string): Finding => ({ verdict: 'well', about, text });
const look = (about: Finding['about'], text: string): Finding => ({ verdict: 'look', about, text });
const wrong = (about: Finding['about'], text: string): Finding => ({ verdict: 'wrong', about, text });

/** Looks at everything that an installation stands on, beside a running Spora or without one, and changes nothing. */
export async function examine(
  env: Readonly<Record<string, string | undefined>>,
  options: ExaminationOptions,
): Promise<readonly Finding[]> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n').map((line) => wrong('settings', line));
  }
  return [
    well('settings', config.isDemo ? 'the demo, with its own database' : 'the real mode, with your own database'),
    ...nodeFault(process.version).map((line) => wrong('program', line)),
    ...(await examineDisk(config)),
    ...(await examineDatabase(config, options.now)),
    ...(await examinePorts(config)),
    ...(await examineTls(config, options.now)),
    ...(await examineMail(config, options)),
  ];
}

/** A week of a large fleet. */
const COMFORTABLE_BYTES = 5e9;

async function examineDisk({ dataDir }: Config): Promise<Finding[]> {
  if (!existsSync(dataDir)) return [look('disk', `DATA_DIR ${dataDir} is not there yet: the first start makes it.`)];
  const faults = await diskFault(dataDir);
  if (faults.length > 0) return faults.map((line) => wrong('disk', line));
  const free = await freeBytes(dataDir);
  const told = free === undefined ? 'room unknown' : `${(free / 1e9).toFixed(1)} GB free`;
  return [
    (free ?? Infinity) < COMFORTABLE_BYTES ? look('disk', `${dataDir}, only ${told}`) : well('disk', `${dataDir}, ${told}`),
  ];
}

async function examineDatabase(config: Config, now: Date): Promise<Finding[]> {
  if (config.database.kind === 'own') {
    const faults = await databaseFaults(config.database.urls);
    if (faults.length > 0) return faults.map((line) => wrong('database', line));
    return examineSchema(config.database.urls.pipeline, now);
  }
  if (!existsSync(join(config.dataDir, 'postgres'))) return [look('database', 'the embedded one, which the first start makes')];
  if (readHolder(config.dataDir) === undefined) return [look('database', 'the embedded one, which does not run: npm start')];
  const { urls } = await startEmbeddedDatabase({ dataDir: config.dataDir });
  return examineSchema(urls.pipeline, now);
}

/** Clocks further apart than this date what happens wrongly. */
const CLOCKS_APART_MS = 5_000;

async function examineSchema(url: string, now: Date): Promise<Finding[]> {
  const pool = openPool(url, { max: 1, name: 'spora doctor' });
  let client: pg.Client | undefined;
  try {
    client = await connectClient({ connectionString: url, application_name: 'spora doctor' });
    const asked = performance.now();
    const { rows } = await client.query<{ version: string; bytes: string; at: Date }>(
      `SELECT current_setting('server_version') AS version, pg_size_pretty(pg_database_size(current_database())) AS bytes, clock_timestamp() AS at`,
    );
    const [{ version, bytes, at }] = rows as [{ version: string; bytes: string; at: Date }];
    const apartMs = at.getTime() - Date.now() + (performance.now() - asked) / 2;
    const seconds = (Math.abs(apartMs) / 1000).toFixed(1);
    const { rows: missing } = await client.query<{ name: string }>(
      `SELECT unnest($1::text[]) AS name EXCEPT SELECT extname FROM pg_extension ORDER BY name`,
      [EXTENSIONS],
    );
    const schema = await assertMigrated(kyselyOver(pool)).then(
      () => undefined,
      (error: unknown) => sentenceOf(error),
    );
    return [
      well('database', `PostgreSQL ${version}, ${bytes}`),
      ...(schema === undefined ? [well('database', 'the schema is that of this version')] : [wrong('database', schema)]),
      ...(schema === undefined
        ? missing.map(({ name }) =>
            wrong('database', `The extension ${name} is missing: CREATE EXTENSION ${name} as the owner of the database.`),
          )
        : []),
      Math.abs(apartMs) > CLOCKS_APART_MS
        ? wrong('time', `This machine and the database are ${seconds} s apart: let both take their time from the network (NTP).`)
        : well('time', `${now.toISOString()}, ${seconds} s from the database`),
    ];
  } catch (error) {
    return [wrong('database', sentenceOf(error, url))];
  } finally {
    await client?.end().catch(() => {});
    await pool.end();
  }
}

async function examinePorts(config: Config): Promise<Finding[]> {
  const runs = await answersHealth(config);
  const findings: Finding[] = [];
  const seen = new Set<string>();
  for (const { setting, port, transport, isFixed } of wantedPorts(config, ROLES)) {
    const place = `${setting} ${port} ${transport.toUpperCase()}`;
    if (port === 0 || seen.has(place)) continue;
    seen.add(place);
    const fault = await bindFault(config.host, port, transport);
    if (fault === undefined)
      findings.push(well('ports', `${place} is free${runs ? ', though Spora answers: it runs with other roles or ports' : ''}`));
    else if (fault === 'EADDRINUSE' && runs) findings.push(well('ports', `${place} is in use, and Spora answers`));
    else if (fault === 'EADDRINUSE' && !isFixed)
      findings.push(look('ports', `${place} is in use: the start takes the next free one, unless you set ${setting}.`));
    else if (fault === 'EADDRINUSE')
      findings.push(wrong('ports', `${place} is in use by another program: end that one, or set ${setting}.`));
    else findings.push(wrong('ports', `${place} cannot be opened (${fault}): correct HOST or ${setting}.`));
  }
  return findings;
}

const PATIENCE_MS = 5_000;

async function answersHealth({ host, http, healthPort }: Config): Promise<boolean> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host;
  const answers = [http.port, healthPort ?? 0].filter(Boolean).map((port) =>
    fetch(`http://${name}:${port}/healthz`, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
      async (response) => (await response.text()) === 'ok',
      () => false,
    ),
  );
  return (await Promise.all(answers)).includes(true);
}

const DAY_MS = 86_400_000;
const SOON_DAYS = 14;

async function examineTls({ publicUrl }: Config, now: Date): Promise<Finding[]> {
  if (publicUrl === undefined) return [look('tls', 'PUBLIC_URL is not set: only browsers of this machine can stay signed in')];
  const url = new URL(publicUrl);
  const isLocal = /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'http:')
    return [
      isLocal
        ? well('tls', `none, which ${url.hostname} does not need`)
        : wrong('tls', `${publicUrl} is not encrypted: serve https by a proxy.`),
    ];
  return new Promise((resolve) => {
    const socket = connect({
      host: url.hostname,
      port: Number(url.port || 443),
      servername: url.hostname,
      rejectUnauthorized: false,
      timeout: PATIENCE_MS,
    });
    const end = (finding: Finding): void => {
      socket.destroy();
      resolve([finding]);
    };
    socket.once('error', (error) => end(wrong('tls', `${publicUrl} does not answer (${sentenceOf(error)}): look at the proxy.`)));
    socket.once('timeout', () =>
      end(wrong('tls', `${publicUrl} does not answer within ${PATIENCE_MS / 1000} s: look at the proxy.`)),
    );
    socket.once('secureConnect', () => {
      const { valid_to: until } = socket.getPeerCertificate();
      const days = Math.floor((Date.parse(until) - now.getTime()) / DAY_MS);
      if (days < 0) return end(wrong('tls', `The certificate of ${url.hostname} ran out on ${until}: renew it.`));
      if (!socket.authorized)
        return end(
          wrong(
            'tls',
            `The certificate of ${url.hostname} is not trusted (${String(socket.authorizationError)}): get one that is.`,
          ),
        );
      if (days < SOON_DAYS) return end(look('tls', `The certificate of ${url.hostname} runs out in ${days} days.`));
      return end(well('tls', `${url.hostname}, certificate for ${days} more days`));
    });
  });
}

async function examineMail({ mail }: Config, { mailTo, now }: ExaminationOptions): Promise<Finding[]> {
  if (mail.kind === 'none') return [look('mail', 'MAIL_MODE=none: nobody can be sent a code or a new password')];
  if (mail.kind !== 'smtp') return [well('mail', 'kept here and shown on /mailbox')];
  if (mailTo === undefined) return [look('mail', 'not tried: --mail ADDRESS sends a test message')];
  const mailer = createSmtpMailer(mail.url);
  const [brand] = BRANDS;
  const address = mail.from ?? brand?.senderMail ?? mailTo;
  const text = 'This is the test message that npm run doctor was asked for. Mail leaves this installation.';
  try {
    await mailer.send({
      from: { name: brand?.name ?? 'Spora', address },
      replyTo: address,
      to: mailTo,
      subject: 'Test message',
      text,
      html: `<p>${text}</p>`,
      language: 'en',
      messageId: `doctor-${now.getTime()}@${address.split('@')[1] ?? 'localhost'}`,
    });
    return [well('mail', `a test message was taken for ${mailTo}: see that it arrives`)];
  } catch (error) {
    return [wrong('mail', `The mail server took no message (${sentenceOf(error)}): correct SMTP_URL or MAIL_FROM.`)];
  } finally {
    await mailer.close();
  }
}
