import { isLanguage, LANGUAGE_FACTS } from '@spora/messages/languages';
import { createTransport, type NodemailerError } from 'nodemailer';
import { scrubText } from '../observing/log.ts';
import { MailError, type Mailer } from '../ports.ts';

/** How long each step may take. A slow server costs a worker's turn, never more than this. */
export interface SmtpPatience {
  readonly connectMs: number;
  readonly greetingMs: number;
  /** Silence within a conversation. */
  readonly silenceMs: number;
  /** One mail in all, waiting for a free connection included. */
  readonly totalMs: number;
}

const PATIENCE: SmtpPatience = { connectMs: 10_000, greetingMs: 10_000, silenceMs: 20_000, totalMs: 60_000 };
const CONNECTIONS = 3;
const ONE_ADDRESS = /^[^\s,;:<>()[\]"@\\]+@[^\s,;:<>()"@\\]+$/;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i;

export interface SmtpOptions {
  readonly patience?: Partial<SmtpPatience>;
  /** Certificates to trust beside the machine's own, in PEM. */
  readonly ca?: string;
}

/**
 * A mail server spoken to by SMTP, over connections that are kept for a while. Certificates are checked; `smtp:` must become
 * encrypted by STARTTLS, except to loopback or where the address says `?starttls=optional` and holds no password.
 */
export function createSmtpMailer(address: string, { patience, ca }: SmtpOptions = {}): Mailer {
  const url = new URL(address);
  const isSecure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const user = decodeURIComponent(url.username);
  const starttls = url.searchParams.get('starttls') ?? (LOOPBACK.test(url.hostname) ? 'optional' : 'required');
  // A password never goes over a connection that anyone on the way may read.
  const mayBePlain = starttls === 'optional' && (user === '' || LOOPBACK.test(url.hostname));
  const within = { ...PATIENCE, ...patience };
  const transport = createTransport({
    pool: true,
    maxConnections: CONNECTIONS,
    // The queue tries again; here a mail that is cut off would wait for nobody knows how long.
    maxRequeues: 0,
    host,
    port: url.port ? Number(url.port) : isSecure ? 465 : 587,
    secure: isSecure,
    requireTLS: !isSecure && !mayBePlain,
    // Where even plain text would do, encryption to whoever answers is not worse: a mail server of this machine signs for itself.
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: isSecure || !mayBePlain, ...(ca === undefined ? {} : { ca }) },
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
    connectionTimeout: within.connectMs,
    greetingTimeout: within.greetingMs,
    socketTimeout: within.silenceMs,
    dnsTimeout: within.connectMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    isAvailable: true,
    close: async () => transport.close(),
    send: async ({ from, replyTo, to, subject, text, html, messageId, language, oneClickUrl, file }) => {
      // The library reads a text with a comma as a list of recipients, also in its structured fields.
      if (!ONE_ADDRESS.test(to)) throw new MailError('the recipient is not one e-mail address', { isPermanent: true });
      const sending = transport.sendMail({
        from,
        replyTo: { name: from.name, address: replyTo },
        to,
        envelope: { from: from.address, to: [to] },
        subject,
        text,
        html,
        ...(file
          ? { attachments: [{ filename: file.name, contentType: file.contentType, content: Buffer.from(file.data) }] }
          : {}),
        messageId: `<${messageId}>`,
        headers: {
          'Content-Language': isLanguage(language) ? LANGUAGE_FACTS[language].html : language,
          'Auto-Submitted': 'auto-generated',
          ...(oneClickUrl === undefined
            ? {}
            : { 'List-Unsubscribe': `<${oneClickUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
      });
      try {
        await inTime(sending, within.totalMs);
      } catch (error) {
        throw mailErrorOf(error);
      }
    },
  };
}

/** What was done with the answer later is nobody's matter any more. */
async function inTime(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new MailError('the mail server took too long', { isPermanent: false })), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A 5xx about the recipient or the text is final; about us (sign-in, sender, greeting) it is a fault that someone puts right. */
function mailErrorOf(error: unknown): MailError {
  if (error instanceof MailError) return error;
  const { code = 'unknown', responseCode, command = '', response } = error as NodemailerError;
  const isAboutMail = /^(RCPT TO|DATA)/.test(command) || code === 'EENVELOPE' || code === 'EMESSAGE';
  const isPermanent = isAboutMail && !/^MAIL FROM/.test(command) && (responseCode ?? 0) >= 500;
  const said = typeof response === 'string' ? `: ${scrubText(response).replace(/\s+/g, ' ').slice(0, 150)}` : '';
  return new MailError(`${code}${command ? ` at ${command.split(' ').slice(0, 2).join(' ')}` : ''}${said}`, {
    isPermanent,
    // 550, 551 and 553 are about the mailbox (RFC 5321, 4.2.2); 552 and 554 may be about the mail.
    isRecipientRefused: isPermanent && command.startsWith('RCPT TO') && [550, 551, 553].includes(responseCode ?? 0),
  });
}
