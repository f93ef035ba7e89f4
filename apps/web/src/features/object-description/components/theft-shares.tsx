import type { TheftPage, TheftShare } from '@spora/contract/object-description/endpoints';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { call } from '../../../lib/call.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useFirstError } from '../../../lib/use-first-error.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { SHARE_DAYS, shareAddress } from '../model.ts';
import { theftQuery, useTheftChange } from '../queries.ts';
import { Section } from '../../../ui/section.tsx';
import frame from '../../../ui/section.module.css';
import styles from './object.module.css';

/** OBJ-008: links for the police and the insurer: made, counted, ended. */
export function TheftShares(props: { imei: string; page: TheftPage; version: number }): ReactNode {
  const { imei, page, version } = props;
  const t = useT();
  const send = useSend();
  const client = useQueryClient();
  const [recipient, setRecipient] = useState('');
  const [days, setDays] = useState(7);
  const [hasTried, setTried] = useState(false);
  const [ending, setEnding] = useState<TheftShare | null>(null);
  const make = useMutation({
    mutationFn: () =>
      call(send, 'object-description.share-theft-report', {
        params: { imei },
        body: { version, recipient: recipient.trim(), days },
      }),
    onSuccess: () => {
      setRecipient('');
      setTried(false);
      void client.invalidateQueries({ queryKey: theftQuery(send, imei).queryKey });
    },
  });
  const isMissing = hasTried && recipient.trim() === '';
  const box = useFirstError<HTMLFormElement>(isMissing || make.error);
  return (
    <Section title={t('TheftShares')}>
      <p className={frame['soft']}>{t('TheftSharesHelp')}</p>
      <form
        ref={box}
        className={frame['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (recipient.trim() !== '' && !make.isPending) make.mutate();
        }}
      >
        <div className={styles['pair']}>
          <TextField
            label={t('TheftShareFor')}
            value={recipient}
            maxLength={100}
            autoComplete="off"
            placeholder={t('TheftShareForExample')}
            onChange={(event) => setRecipient(event.target.value)}
            error={isMissing ? t('SpecifyName') : null}
          />
          <SelectField label={t('TheftShareDays')} value={days} onChange={(event) => setDays(Number(event.target.value))}>
            {SHARE_DAYS.map((count) => (
              <option key={count} value={count}>
                {t('TheftDays', { count })}
              </option>
            ))}
          </SelectField>
        </div>
        {make.isError && <FailureBanner failure={make.error} onRetry="submit" />}
        <div>
          <Button type="submit" isBusy={make.isPending}>
            {t('TheftShareMake')}
          </Button>
        </div>
      </form>
      {make.data && (
        <NewLink
          address={shareAddress(location.origin, ADDRESSES.sharedTheftReport, make.data.token)}
          recipient={make.data.share.recipient}
        />
      )}
      {page.shares.length === 0 ? (
        <p className={frame['soft']}>{t('TheftNoShares')}</p>
      ) : (
        <ul className={styles['rows']}>
          {page.shares.map((share) => (
            <ShareRow key={share.id} share={share} onEnd={() => setEnding(share)} />
          ))}
        </ul>
      )}
      {ending && <EndShare imei={imei} share={ending} onClose={() => setEnding(null)} />}
    </Section>
  );
}

/** Shown until another is made or the page is left: only its hash is kept. */
function NewLink(props: { address: string; recipient: string }): ReactNode {
  const t = useT();
  const [isCopied, setCopied] = useState(false);
  const copy = (): void =>
    void navigator.clipboard?.writeText(props.address).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Banner tone="success">
      <p>
        <strong>{props.recipient}</strong> · {t('TheftShareMade')}
      </p>
      <p className={styles['token']}>{props.address}</p>
      <div className={styles['line']}>
        <Button isSmall icon={isCopied ? 'check' : 'copy'} onClick={copy}>
          {isCopied ? t('TheftShareCopied') : t('TheftShareCopy')}
        </Button>
      </div>
    </Banner>
  );
}

function ShareRow(props: { share: TheftShare; onEnd: () => void }): ReactNode {
  const { share } = props;
  const t = useT();
  const format = useFormat();
  const state = share.is_open
    ? t('TheftShareUntil', { time: format.dateTime(share.expires_at) })
    : share.revoked_at
      ? t('TheftShareEnded')
      : t('TheftShareOver', { time: format.dateTime(share.expires_at) });
  const opened = share.last_opened_at
    ? `${t('TheftShareOpened', { count: share.opened_count })}, ${t('TheftShareLast', { time: format.dateTime(share.last_opened_at) })}`
    : t('TheftShareNever');
  return (
    <li className={styles['row']}>
      <div className={styles['rowText']}>
        <strong>{share.recipient}</strong>
        <span>{`${t('TheftVersion', { version: share.version })} · ${state} · ${opened}`}</span>
      </div>
      {share.is_open && (
        <Button isSmall onClick={props.onEnd}>
          {t('TheftShareRevoke')}
        </Button>
      )}
    </li>
  );
}

function EndShare(props: { imei: string; share: TheftShare; onClose: () => void }): ReactNode {
  const { imei, share, onClose } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const end = useTheftChange(imei, (send, _: null) =>
    call(send, 'object-description.revoke-share', { params: { imei, id: share.id } }),
  );
  return (
    <Dialog title={t('TheftShareRevokeTitle', { name: share.recipient })} closeLabel={t('Close')} isOpen onClose={onClose}>
      <div className={styles['group']}>
        <p>{t('TheftShareRevokeText')}</p>
        {end.isError && <Banner tone="danger">{errors.text(end.error)}</Banner>}
        <div className={styles['line']}>
          <Button
            look="danger"
            isBusy={end.isPending}
            onClick={() =>
              end.mutate(null, {
                onSuccess: () => {
                  toasts.show({ text: t('TheftShareRevoked') });
                  onClose();
                },
              })
            }
          >
            {t('TheftShareRevoke')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      </div>
    </Dialog>
  );
}
