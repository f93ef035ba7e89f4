import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { type AccountId, setAccount } from '../ctx.ts';
import type { Db } from '../database/db.generated.ts';
import { createRateLimiter, rateKeyOf } from '../http/rate.ts';
import type { Logger } from '../observing/log.ts';
import { countMessages } from '../outbox/outbox.ts';
import type { Ports } from '../ports.ts';
import { hashOfReportToken, REPORT_PATH } from './send.ts';

export interface SmsReportOptions {
  /** As `spora_api`. */
  readonly db: Kysely<Db>;
  readonly ports: Pick<Ports, 'sms' | 'announce'>;
  readonly now: () => Date;
  readonly log: Logger;
}

const BODY_MAX_BYTES = 8 * 1024;
const RATE = { burst: 600, perSecond: 100 };

/**
 * Takes in what the provider reports of messages, from whoever shows the token that this message was handed over with. Every report is
 * answered alike, known or not, so that nothing is learnt by asking and no provider asks again. Registered where a provider is set.
 */
export function registerSmsReports(app: FastifyInstance, { db, ports, now, log }: SmsReportOptions): void {
  const rate = createRateLimiter(RATE, () => performance.now());
  void app.register(async (scope) => {
    // Forms are read here, as the providers send them: the interface takes JSON only.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_MAX_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.post<{ Params: { provider: string; token: string } }>(`${REPORT_PATH}/:provider/:token`, async (request, reply) => {
      if (!rate.take(rateKeyOf(request.ip))) return reply.code(429).header('retry-after', '5').send();
      const { provider, token } = request.params;
      const report = request.body instanceof URLSearchParams ? ports.sms.readReport(request.body) : null;
      if (report && provider === ports.sms.id)
        await db.transaction().execute(async (tx) => {
          const { rows } = await sql<{ sms_id: number; account_id: number; recipient: string }>`
            SELECT * FROM report_sms(${provider}, ${hashOfReportToken(token)}, ${report.providerId}, ${report.delivery}, ${report.isDeadNumber}, ${now()})`.execute(
            tx,
          );
          const told = rows[0];
          if (!told) return;
          countMessages('sms', report.delivery);
          if (!report.isDeadNumber) return;
          const accountId = told.account_id as AccountId;
          await setAccount(tx, accountId);
          const died = { name: 'sms-number-died', accountId, smsId: told.sms_id, number: told.recipient } as const;
          await ports.announce(tx, [died], now());
          log.info({ sms: told.sms_id }, 'a number takes no text messages');
        });
      return reply.code(204).header('cache-control', 'no-store').send();
    });
  });
}
