import type { DataOf } from '@spora/contract/endpoint-map';
import { UNIT_NAME_MAX } from '@spora/contract/limits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { PhoneUnit } from '../../../lib/add-phone.ts';
import { call } from '../../../lib/call.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useCarefulClose, useUnsavedChanges } from '../../../lib/unsaved.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureBanner } from '../../../ui/failure-banner.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { forgetUnits, phoneStatusQuery } from '../queries.ts';
import styles from './add-phone-dialog.module.css';
import { CopyField } from './copy-field.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';

/** Where the application that is named is had. */
const STORES = [
  ['https://play.google.com/store/apps/details?id=org.traccar.client', 'AddPhoneAndroid'],
  ['https://apps.apple.com/app/id843156974', 'AddPhoneIphone'],
] as const;

type AddedPhone = DataOf<'units.add-phone'>;

/** ADM-029: names a phone, or takes one that never connected, shows what to enter in its application, and waits until it reports. */
export function AddPhoneDialog(props: {
  /** One that is a unit already. */
  phone?: PhoneUnit | null;
  onClose: () => void;
  onShow: (imei: string) => void;
}): ReactNode {
  const { phone = null } = props;
  const t = useT();
  const send = useSend();
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: (as: string) =>
      phone
        ? call(send, 'units.renew-phone', { params: { imei: phone.imei } })
        : call(send, 'units.add-phone', { body: { name: as } }),
    onSuccess: () => {
      forgetUnits(client);
      void client.invalidateQueries({ queryKey: ['accounts.guide'] });
    },
  });
  const close = useCarefulClose(false, props.onClose);
  return (
    <Dialog
      title={phone ? t('ConnectPhoneNamed', { name: phone.name }) : t('AddPhone')}
      closeLabel={t('Close')}
      isOpen
      onClose={close}
    >
      {add.data ? (
        <Connect phone={add.data} name={add.variables} onShow={props.onShow} />
      ) : phone ? (
        <NewCode add={add} onAsk={() => add.mutate(phone.name)} />
      ) : (
        <NameForm add={add} onName={(name) => add.mutate(name)} />
      )}
    </Dialog>
  );
}

/** The code of before is told to nobody again, so that a new one takes its place. */
function NewCode(props: { add: { readonly error: unknown; readonly isPending: boolean }; onAsk: () => void }): ReactNode {
  const { add } = props;
  const t = useT();
  const errors = useErrorText();
  return (
    <div className={styles['form']}>
      <p className={styles['lead']}>{t('ConnectPhoneLead')}</p>
      {add.error !== null && <Banner tone="danger">{errors.text(add.error)}</Banner>}
      <div className={styles['actions']}>
        <Button look="primary" isBusy={add.isPending} onClick={props.onAsk}>
          {t('ConnectPhoneNew')}
        </Button>
      </div>
    </div>
  );
}

function NameForm(props: {
  add: { readonly error: unknown; readonly isPending: boolean; readonly isSuccess: boolean };
  onName: (name: string) => void;
}): ReactNode {
  const { add } = props;
  const t = useT();
  const { form, set, errorOf, submit, place, isUnsaved } = useDraftForm({
    first: { name: '' },
    faultsOf: ({ name }) => ({ name: name.trim() === '' ? 'SpecifyName' : null }),
    write: add,
    send: ({ name }) => props.onName(name.trim()),
  });
  useUnsavedChanges(isUnsaved);
  return (
    <form ref={place} className={styles['form']} noValidate onSubmit={submit}>
      <p className={styles['lead']}>{t('AddPhoneLead')}</p>
      <TextField
        label={t('AddPhoneName')}
        help={t('AddPhoneNameHelp')}
        value={form.name}
        maxLength={UNIT_NAME_MAX}
        autoFocus
        autoComplete="off"
        onChange={(event) => set('name', event.target.value)}
        error={errorOf('name')}
      />
      <FailureBanner failure={add.error} ownFields={['name']} onRetry="submit" />
      <div className={styles['actions']}>
        <Button type="submit" look="primary" isBusy={add.isPending}>
          {t('AddPhoneNext')}
        </Button>
      </div>
    </form>
  );
}

function Connect(props: { phone: AddedPhone; name: string; onShow: (imei: string) => void }): ReactNode {
  const { phone } = props;
  const t = useT();
  const format = useFormat();
  const status = useQuery(phoneStatusQuery(useSend(), phone.imei));
  const firstAt = status.data?.first_position_at ?? null;
  const client = useQueryClient();
  useEffect(() => {
    if (firstAt !== null) void client.invalidateQueries({ queryKey: ['accounts.guide'] });
  }, [client, firstAt]);
  // Whoever holds the phone that is to be added cannot scan its own screen.
  const isOnPhone = useMedia('(pointer: coarse)');
  const code = <QrCode text={phone.link} label={t('AddPhoneQr')} className={styles['qr']} />;
  const values = (
    <div className={styles['values']}>
      <CopyField label={t('PhoneId')} value={phone.phone_id} />
      <CopyField label={t('PhoneServer')} value={phone.server_url} />
      <span className={styles['soft']}>{t('AddPhoneKeepSecret')}</span>
    </div>
  );
  return (
    <div className={styles['connect']}>
      <ol className={styles['steps']}>
        <li>
          <strong>{t('AddPhoneInstall')}</strong>
          <span className={styles['soft']}>{t('AddPhoneInstallHelp')}</span>
          <span className={styles['stores']}>
            {STORES.map(([store, key]) => (
              <a key={key} href={store} target="_blank" rel="noreferrer">
                {t(key)}
              </a>
            ))}
          </span>
        </li>
        <li>
          {isOnPhone ? (
            <>
              <strong>{t('AddPhoneCopy')}</strong>
              {values}
              <details className={styles['other']}>
                <summary>{t('AddPhoneOther')}</summary>
                {code}
              </details>
            </>
          ) : (
            <>
              <strong>{t('AddPhoneScan')}</strong>
              <div className={styles['codes']}>
                {code}
                {values}
              </div>
            </>
          )}
        </li>
        <li>
          <strong>{t('AddPhoneStart')}</strong>
          <span className={styles['soft']}>{t('AddPhoneStartHelp')}</span>
        </li>
      </ol>
      <div className={styles['status']} role="status" data-found={firstAt !== null}>
        {firstAt === null ? (
          <>
            <span className={styles['pulse']} aria-hidden="true" />
            <span className={styles['statusText']}>
              <strong>{t('AddPhoneWaiting')}</strong>
              <span className={styles['soft']}>{t('AddPhoneWaitingHelp')}</span>
            </span>
          </>
        ) : (
          <>
            <Icon name="check" className={styles['found']} />
            <span className={styles['statusText']}>
              <strong>{t('AddPhoneFound', { name: props.name })}</strong>
              <span className={styles['soft']}>{t('AddPhoneFoundAt', { time: format.time(firstAt) })}</span>
            </span>
            <Button look="primary" onClick={() => props.onShow(phone.imei)}>
              {t('ToMap')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
