import type { DataOf } from '@spora/contract/endpoint-map';
import { UNIT_NAME_MAX } from '@spora/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { phoneStatusQuery } from '../queries.ts';
import styles from './add-phone-dialog.module.css';
import { CopyField } from './copy-field.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';

type AddedPhone = DataOf<'units.add-phone'>;

/** ADM-029: names a phone, shows what to enter in its application, and waits until it reports. */
export function AddPhoneDialog(props: { onClose: () => void; onShow: (imei: string) => void }): ReactNode {
  const t = useT();
  const send = useSend();
  const [name, setName] = useState('');
  const add = useMutation({ mutationFn: (as: string) => call(send, 'units.add-phone', { body: { name: as } }) });
  return (
    <Dialog title={t('AddPhone')} closeLabel={t('Close')} isOpen onClose={props.onClose}>
      {add.data ? (
        <Connect phone={add.data} name={name.trim()} onShow={props.onShow} />
      ) : (
        <NameForm
          name={name}
          onName={setName}
          isBusy={add.isPending}
          error={add.error}
          onSubmit={() => add.mutate(name.trim())}
        />
      )}
    </Dialog>
  );
}

function NameForm(props: {
  name: string;
  onName: (name: string) => void;
  isBusy: boolean;
  error: unknown;
  onSubmit: () => void;
}): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const [isTried, setTried] = useState(false);
  const fields = errors.fields(props.error);
  const isEmpty = !props.name.trim();
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!isEmpty && !props.isBusy) props.onSubmit();
      }}
    >
      <p className={styles['lead']}>{t('AddPhoneLead')}</p>
      <TextField
        label={t('AddPhoneName')}
        help={t('AddPhoneNameHelp')}
        value={props.name}
        maxLength={UNIT_NAME_MAX}
        autoFocus
        autoComplete="off"
        onChange={(event) => props.onName(event.target.value)}
        error={fields['name'] ?? (isTried && isEmpty ? t('SpecifyName') : null)}
      />
      {props.error !== null && !fields['name'] && <Banner tone="danger">{errors.text(props.error)}</Banner>}
      <div className={styles['actions']}>
        <Button type="submit" look="primary" isBusy={props.isBusy}>
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
  return (
    <div className={styles['connect']}>
      <ol className={styles['steps']}>
        <li>
          <strong>{t('AddPhoneInstall')}</strong>
          <span className={styles['soft']}>{t('AddPhoneInstallHelp')}</span>
        </li>
        <li>
          <strong>{t('AddPhoneScan')}</strong>
          <div className={styles['codes']}>
            <QrCode text={phone.link} label={t('AddPhoneQr')} className={styles['qr']} />
            <div className={styles['values']}>
              <CopyField label={t('PhoneId')} value={phone.phone_id} />
              <CopyField label={t('PhoneServer')} value={phone.server_url} />
              <span className={styles['soft']}>{t('AddPhoneKeepSecret')}</span>
            </div>
          </div>
        </li>
        <li>
          <strong>{t('AddPhoneStart')}</strong>
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
