import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { CodeScanner } from '../../../ui/code-scanner.tsx';
import { imeiIn } from '../model.ts';

/** Shows the camera until a code with an IMEI is seen. */
export function ImeiScanner(props: { onFound: (imei: string) => void; onStop: () => void }): ReactNode {
  const t = useT();
  const texts = { aim: t('ScanAim'), stop: t('ScanStop'), failed: t('ScanFailed') };
  return <CodeScanner read={imeiIn} texts={texts} {...props} />;
}
