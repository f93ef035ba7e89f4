import { useState, type ReactNode } from 'react';
import { saveAnswer } from '../../../lib/download.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import frame from '../../../ui/section.module.css';
import styles from '../../../ui/settings.module.css';

function useExport(
  request: { id: 'accounts.export-own-data' } | { id: 'accounts.export-person-data'; params: { id: number } },
  /** What is said of the file once it is there. */
  told?: string,
) {
  const send = useSend();
  const errors = useErrorText();
  const toasts = useToasts();
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      await saveAnswer(await send({ ...request, accept: '*/*' }), 'personal-data.zip');
      if (told) toasts.show({ text: told });
    } catch (error) {
      toasts.show({ text: errors.text(error), tone: 'danger' });
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run: () => void run() };
}

/** SEC-015: fetches what is stored of oneself, as a file. */
export function ExportOwnButton(): ReactNode {
  const t = useT();
  const file = useExport({ id: 'accounts.export-own-data' }, t('ExportOwnDone'));
  return (
    <Button icon="download" isBusy={file.isBusy} onClick={file.run}>
      {t('ExportOwn')}
    </Button>
  );
}

/** SEC-015: what is stored of oneself, as a file, and what is in it. */
export function ExportOwnData(): ReactNode {
  const t = useT();
  return (
    <div className={styles['line']}>
      <p className={frame['soft']}>{t('ExportOwnText')}</p>
      <ExportOwnButton />
    </div>
  );
}

/** SEC-015: what is stored of a user, for an administrator; where private trips went is left out. */
export const useExportPersonData = (userId: number) =>
  useExport({ id: 'accounts.export-person-data', params: { id: userId } }, useT()('ExportPersonHelp'));
