import type { DriverTag } from '@spora/contract/drivers/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { call } from '../../lib/call.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useCarefulClose } from '../../lib/unsaved.ts';
import { useRefusals } from '../../lib/use-refusals.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { Panel } from './panel.tsx';
import { tagHistoryQuery, useDriverWrite } from './queries.ts';
import { toldMoment } from './told-moment.ts';
import styles from './drivers.module.css';

/** A tag's name, whose it was and where it was read; and off the list with it. */
export function TagDialog(props: { tag: DriverTag; name: string; onClose: () => void }): ReactNode {
  const { tag, name, onClose } = props;
  const t = useT();
  const format = useFormat();
  const toasts = useToasts();
  const answer = useQuery(tagHistoryQuery(useSend(), tag.id));
  const [typed, setTyped] = useState(tag.name);
  const [kept, setKept] = useState(tag.name);
  const close = useCarefulClose(typed !== kept, onClose);
  const params = { id: tag.id };
  const rename = useDriverWrite((send, body: { name: string }) => call(send, 'drivers.update-tag', { params, body }));
  const removal = useDriverWrite((send, _: null) => call(send, 'drivers.remove-tag', { params }));
  const save = (): void =>
    rename.mutate(
      { name: typed },
      {
        onSuccess: () => {
          setKept(typed);
          toasts.show({ text: t('Saved') });
        },
      },
    );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!rename.isPending) save();
  };
  const remove = (): void =>
    removal.mutate(null, {
      onSuccess: () => {
        toasts.show({ text: t('DriverTagRemoved', { tag: name }) });
        onClose();
      },
    });
  const refused = useRefusals(rename.error, { name: typed });
  return (
    <Dialog title={t('DriverTagHistoryOf', { tag: name })} closeLabel={t('Close')} isOpen onClose={close}>
      <div className={styles['dialog']}>
        <form className={styles['bar']} onSubmit={submit} noValidate>
          <TextField
            label={t('DriverTagName')}
            value={typed}
            maxLength={50}
            onChange={(event) => setTyped(event.target.value)}
            error={refused['name'] ?? null}
          />
          <Button type="submit" isBusy={rename.isPending}>
            {t('Save')}
          </Button>
        </form>
        <FailureBanner failure={rename.error ?? removal.error} ownFields={['name']} />
        <Panel query={answer}>
          {({ links, readings }) => (
            <>
              <ul className={styles['history']}>
                {links.map((link, index) => (
                  <li key={index}>
                    <strong>{link.user}</strong>{' '}
                    <span className={styles['soft']}>
                      {t('DriverTagSpan', {
                        from: link.from ? format.dateTime(link.from) : t('DriverTagFromStart'),
                        to: link.to ? format.dateTime(link.to) : t('DriverTagStill'),
                      })}
                    </span>
                  </li>
                ))}
                {links.length === 0 && <li className={styles['soft']}>{t('DriverTagNobody')}</li>}
              </ul>
              {readings.length > 0 && (
                <details>
                  <summary>{t('DriverTagReadings')}</summary>
                  <ul className={styles['left']}>
                    {readings.map((reading) => (
                      <li key={`${reading.at} ${reading.unit_name}`}>
                        {toldMoment(reading.at, format)} · {reading.unit_name}
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </>
          )}
        </Panel>
        <div className={styles['ends']}>
          <Button look="danger" isBusy={removal.isPending} onClick={remove}>
            {t('RemoveDriverTag')}
          </Button>
          <Button onClick={onClose}>{t('Close')}</Button>
        </div>
      </div>
    </Dialog>
  );
}
