import type { Logger } from 'pino';

/**
 * Calls `work` again and again, never twice at once: at once while it answers that there was something to do, else after
 * `everyMs`. A failure is logged and tried again after `everyMs`.
 */
export function repeat(name: string, work: () => Promise<boolean>, everyMs: number, log: Logger): { stop(): Promise<void> } {
  let isStopped = false;
  let wake: () => void = () => undefined;
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, everyMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const running = (async () => {
    while (!isStopped) {
      let hadWork = false;
      try {
        hadWork = await work();
      } catch (error) {
        log.warn({ err: error, name }, 'repeated work failed and will be tried again');
      }
      if (!hadWork && !isStopped) await pause();
    }
  })();
  return {
    async stop() {
      isStopped = true;
      wake();
      await running;
    },
  };
}
