import type { InputOf } from '@spora/contract/endpoint-map';
import type { TripFilterInput } from '@spora/contract/trips/endpoints';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isAbort } from '../../lib/api-error.ts';
import { callFile } from '../../lib/call.ts';
import { saveAnswer } from '../../lib/download.ts';
import { useErrorText, useLanguage, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { type ExportChoice, exportQueryOf, formatOf } from './model.ts';

export interface RunningExport {
  /** Received so far; 0 while the server is still writing. */
  readonly bytes: number;
  readonly cancel: () => void;
}

/** One export at a time, with what has come of it; leaving the page ends it. */
export function useExport(): { running: RunningExport | null; start: (filter: TripFilterInput, choice: ExportChoice) => void } {
  const t = useT();
  const errors = useErrorText();
  const send = useSend();
  const toasts = useToasts();
  const { language } = useLanguage();
  const [running, setRunning] = useState<RunningExport | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const start = useCallback(
    (filter: TripFilterInput, choice: ExportChoice): void => {
      const controller = new AbortController();
      abort.current?.abort();
      abort.current = controller;
      const cancel = (): void => controller.abort();
      const format = formatOf(choice);
      const run = async (): Promise<void> => {
        const query = { ...exportQueryOf(filter, choice), lang: language } as unknown as InputOf<'exports.download'>['query'];
        const answer = await callFile(send, 'exports.download', { params: { format }, query }, { signal: controller.signal });
        await saveAnswer(answer, `${t('ExportFileName')}.${format}`, (bytes) => setRunning({ bytes, cancel }));
        toasts.show({ text: t('ExportSaved') });
      };
      setRunning({ bytes: 0, cancel });
      run()
        .catch((error: unknown) => {
          if (!isAbort(error)) toasts.show({ tone: 'danger', text: t('ExportLogFailed', { why: errors.text(error) }) });
        })
        .finally(() => {
          if (abort.current === controller) setRunning(null);
        });
    },
    [errors, language, send, t, toasts],
  );
  return { running, start };
}
