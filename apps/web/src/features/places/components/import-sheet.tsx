import type { MessageKey } from '@spora/messages/keys';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { decodeText } from '../../../lib/file-text.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { Table } from '../../../ui/table.tsx';
import { usePlaceWrite } from '../queries.ts';
import styles from './places.module.css';

interface Chosen {
  readonly format: 'csv' | 'kml';
  readonly text: string;
}

/** PLACE-013: a file is shown first with what is wrong in it; the right rows are added, the others stay out. */
export function ImportSheet(props: { onClose: () => void }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const format = useFormat();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const run = usePlaceWrite((send, body: Chosen & { commit: boolean }) => call(send, 'places.import', { body }));
  const rows = run.data?.rows ?? [];
  const good = rows.filter((row) => row.errors.length === 0).length;
  const added = rows.filter((row) => row.added).length;
  const close = useCarefulClose(chosen !== null && added === 0, props.onClose);
  const read = (file: File | undefined): void =>
    void file?.arrayBuffer().then((bytes) => {
      const next: Chosen = { format: /\.kml$/i.test(file.name) ? 'kml' : 'csv', text: decodeText(bytes) };
      setChosen(next);
      run.mutate({ ...next, commit: false });
    });
  return (
    <Sheet title={t('PlacesImport')} closeLabel={t('Close')} isOpen isWide onClose={close}>
      <div className={styles['form']}>
        <p className={styles['lead']}>{t('PlacesImportText')}</p>
        <label className={styles['file']}>
          <span>{t('PlacesImportFile')}</span>
          <input type="file" accept=".csv,.kml,text/csv" onChange={(event) => read(event.target.files?.[0])} />
        </label>
        {run.error && <Banner tone="danger">{errors.text(run.error)}</Banner>}
        {added > 0 && <Banner tone="success">{t('PlacesAdded', { count: added })}</Banner>}
        {run.data && rows.length === 0 && <Banner tone="information">{t('PlacesFileNone')}</Banner>}
        {rows.length > 0 && (
          <Table
            label={t('PlacesImport')}
            head={
              <>
                <th scope="col">{t('PlaceName')}</th>
                <th scope="col">{t('PlaceFileLine')}</th>
                <th scope="col">{t('PlaceAddress')}</th>
                <th scope="col">{t('PlacePoint')}</th>
                <th scope="col">{t('PlaceStatus')}</th>
              </>
            }
          >
            {rows.map((row) => (
              <tr key={row.line}>
                <th scope="row">{row.label}</th>
                <td data-label={t('PlaceFileLine')} data-kind="number">
                  {row.line}
                </td>
                <td data-label={t('PlaceAddress')}>{row.address}</td>
                <td data-label={t('PlacePoint')}>
                  {row.lat === null || row.lng === null ? '' : `${format.number(row.lat, 5)}; ${format.number(row.lng, 5)}`}
                </td>
                <td data-label={t('PlaceStatus')} className={row.errors.length > 0 ? styles['error'] : undefined}>
                  {row.errors.length === 0
                    ? t(row.added ? 'PlaceRowAdded' : 'PlaceRowGood')
                    : row.errors.map((key) => errors.text(new ApiError(422, key as MessageKey))).join(' ')}
                </td>
              </tr>
            ))}
          </Table>
        )}
        <div className={styles['ends']}>
          <Button onClick={close}>{added > 0 ? t('Close') : t('Cancel')}</Button>
          {chosen && good > 0 && added === 0 && (
            <Button look="primary" isBusy={run.isPending} onClick={() => run.mutate({ ...chosen, commit: true })}>
              {t('PlacesImportCommit', { count: good })}
            </Button>
          )}
        </div>
      </div>
    </Sheet>
  );
}
