import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Db } from '../database/db.generated.ts';
import type { DemoClock } from '../program/demo-clock.ts';
import { isLoopback } from '../http/request-facts.ts';
import { CLOCK_STEPS, listPage, MAILBOX_SCRIPT, MAILBOX_STYLE, mailPage } from './mailbox-page.ts';

export const MAILBOX_PATH = '/mailbox';
const NEWEST = 100;

export interface MailboxOptions {
  /** As `spora_api`. */
  readonly db: Kysely<Db>;
  readonly clock: DemoClock;
}

/** What a mail brought along runs nothing, fetches nothing and leaves its frame only into a new tab. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/**
 * The demo's mail, text messages and push, and its clock, for callers on this machine only; to everybody else these addresses do not exist. Registered
 * only where mail is kept here.
 */
export function registerMailbox(app: FastifyInstance, { db, clock }: MailboxOptions): void {
  void app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (!isLoopback(request)) {
        reply.callNotFound();
        return reply;
      }
      return undefined;
    });
    // Forms are read here and nowhere else: the interface takes JSON only.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1024 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );

    scope.get(MAILBOX_PATH, async (_request, reply) => {
      const mails = await db
        .selectFrom('local_mail')
        .select(['id', 'at', 'sender', 'recipient', 'subject'])
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(NEWEST)
        .execute();
      const messages = await db
        .selectFrom('local_message')
        .selectAll()
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(NEWEST)
        .execute();
      return html(reply, listPage(mails, messages, { now: clock.now(), aheadMs: clock.aheadMs() }));
    });

    scope.get(`${MAILBOX_PATH}.css`, (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(MAILBOX_STYLE),
    );

    scope.get(`${MAILBOX_PATH}.js`, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(MAILBOX_SCRIPT),
    );

    scope.get<{ Params: { id: string } }>(`${MAILBOX_PATH}/:id`, async (request, reply) => {
      const mail = await findMail(db, request.params.id);
      if (!mail) return reply.callNotFound();
      // The frame that shows the mail's own HTML is ours.
      const policy = String(reply.getHeader('content-security-policy'));
      void reply.header('content-security-policy', `${policy}; frame-src 'self'`);
      return html(reply, mailPage(mail));
    });

    scope.get<{ Params: { id: string } }>(`${MAILBOX_PATH}/:id/html`, async (request, reply) => {
      const mail = await findMail(db, request.params.id);
      if (!mail) return reply.callNotFound();
      void reply.header('content-security-policy', MAIL_POLICY).header('x-frame-options', 'SAMEORIGIN');
      return html(reply, mail.html_body.replace('<head>', '<head><base target="_blank">'));
    });

    scope.get<{ Params: { id: string } }>(`${MAILBOX_PATH}/:id/file`, async (request, reply) => {
      const mail = await findMail(db, request.params.id);
      if (!mail?.file_name) return reply.callNotFound();
      const { file_data: data } = await db
        .selectFrom('local_mail')
        .select('file_data')
        .where('id', '=', mail.id)
        .executeTakeFirstOrThrow();
      // Saved and never shown: what a mail carried is nothing that this origin should run.
      void reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(mail.file_name)}`);
      return reply.type('application/octet-stream').header('cache-control', 'no-store').send(data);
    });

    scope.post(`${MAILBOX_PATH}/clock`, (request, reply) => {
      if (!isOwnForm(request))
        return reply.code(403).type('text/plain; charset=utf-8').send('Only the mailbox page moves the clock.');
      const step = request.body instanceof URLSearchParams ? request.body.get('step') : null;
      const found = CLOCK_STEPS.find(({ name }) => name === step);
      if (!found) return reply.code(400).type('text/plain; charset=utf-8').send('There is no such step.');
      if (found.ms === null) clock.reset();
      else clock.moveOn(found.ms);
      return reply.code(303).header('location', MAILBOX_PATH).send();
    });
  });
}

const html = (reply: FastifyReply, page: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page);

async function findMail(db: Kysely<Db>, id: string) {
  if (!/^\d{1,15}$/.test(id)) return undefined;
  return db
    .selectFrom('local_mail')
    .select(['id', 'at', 'sender', 'recipient', 'subject', 'text_body', 'html_body', 'file_name'])
    .where('id', '=', Number(id))
    .executeTakeFirst();
}

/** A page elsewhere can make a browser post here, but not say that it came from here. */
function isOwnForm({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  return headers.origin === undefined || headers.origin === `http://${headers.host ?? ''}`;
}
