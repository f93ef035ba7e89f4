import { once } from 'node:events';
import type { ListenOptions, Server } from 'node:net';
import type { PortChoice } from '../configuration/config.ts';

const ATTEMPTS = 50;

/**
 * Listens, and answers the port, which the system chose where 0 was asked for. Throws what the system says where it cannot. Neither way
 * leaves a listener at the server, so that another port can be tried with it.
 */
export async function listenOn(server: Server, options: ListenOptions): Promise<number> {
  server.listen(options);
  await once(server, 'listening');
  const bound = server.address();
  return bound && typeof bound === 'object' ? bound.port : (options.port ?? 0);
}

/**
 * Listens by `listen(port)` on the chosen port; if it is taken and was not set explicitly, on the next free one. Answers the port
 * that was asked of `listen`. Throws with a sentence for people when a fixed port is taken or none is free.
 */
export async function listenNear(choice: PortChoice, listen: (port: number) => Promise<void>): Promise<number> {
  for (let port = choice.port; port < choice.port + ATTEMPTS && port <= 65535; port++) {
    try {
      await listen(port);
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      if (choice.isFixed) throw new Error(`Port ${port} is in use by another program.`, { cause: error });
    }
  }
  throw new Error(`No port from ${choice.port} to ${choice.port + ATTEMPTS - 1} is free.`);
}
