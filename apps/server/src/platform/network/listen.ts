import type { PortChoice } from '../configuration/config.ts';

const ATTEMPTS = 50;

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
