import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { makeCertificate } from './certificate.ts';

const { cert, key } = makeCertificate(new Date());
/** What the servers of this process show; who trusts it may speak TLS to them. */
export { cert };

export interface TakenMail {
  readonly raw: string;
  readonly isEncrypted: boolean;
  readonly user: string | undefined;
  readonly to: readonly string[];
}

export interface TestMailServer {
  readonly port: number;
  /** Newest last. */
  readonly taken: readonly TakenMail[];
  stop(this: void): Promise<void>;
}

/** A real mail server on loopback that keeps what it takes; its one password is `p@ss/word`. `options` make it refuse or idle. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const taken: TakenMail[] = [];
  const server = new SMTPServer({
    key,
    cert,
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss/word' ? done(null, { user: username }) : done(new Error('no such sign-in')),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        taken.push({
          raw: Buffer.concat(chunks).toString(),
          isEncrypted: session.secure,
          user: session.user as string | undefined,
          to: session.envelope.rcptTo.map(({ address }) => address),
        });
        done();
      });
    },
    ...options,
  });
  // A client that hangs up on it is what some tests are about.
  server.on('error', () => {});
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.server.address() as AddressInfo;
  return { taken, port, stop: () => new Promise((done) => server.close(done)) };
}
