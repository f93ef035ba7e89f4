import { imeiHasLuhn } from '@spora/contract/identity';
import { IMEI_LENGTH } from '@spora/contract/limits';
import { lazy, Suspense, useId, useState, type ReactNode } from 'react';
import { canScan } from '../../../lib/can-scan.ts';
import { isOneTooMany } from '../../../lib/full-imei.ts';
import { useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { cleanImei } from '../model.ts';
import styles from './imei-field.module.css';

const ImeiScanner = lazy(() => import('./imei-scanner.tsx').then((module) => ({ default: module.ImeiScanner })));

/** REG-006: where the number stands, room for what people paste, and the camera where there is one. */
export function ImeiField(props: {
  value: string;
  error: string | null;
  onChange: (imei: string) => void;
  onBlur?: () => void;
  isFirst?: boolean;
  help?: ReactNode;
}): ReactNode {
  const { value, error, onChange } = props;
  const t = useT();
  const [isScanning, setScanning] = useState(false);
  const isOdd = value.length === IMEI_LENGTH && !imeiHasLuhn(value);
  return (
    <div className={styles['box']}>
      <TextField
        {...(props.isFirst ? { 'data-first': true } : {})}
        label={t('WizardStep_imei')}
        name="imei"
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        required
        value={value}
        error={error}
        onBlur={props.onBlur}
        onChange={({ target }) => {
          // A full number stays as it is; the last digit of it must not fall out unseen.
          if (!isOneTooMany(value, target.value)) onChange(cleanImei(target.value));
        }}
        help={
          <>
            <span className={styles['digits']}>{props.help ?? t('ImeiDigits', { used: value.length, max: IMEI_LENGTH })}</span>
            {isOdd && (
              <span className={styles['odd']} role="status">
                {t('ImeiCheckDigit')}
              </span>
            )}
          </>
        }
      />
      {isScanning ? (
        <Suspense fallback={null}>
          <ImeiScanner
            onFound={(imei) => {
              setScanning(false);
              onChange(imei);
            }}
            onStop={() => setScanning(false)}
          />
        </Suspense>
      ) : (
        <>
          {canScan() && (
            <Button isWide onClick={() => setScanning(true)}>
              {t('ScanImei')}
            </Button>
          )}
          <figure className={styles['where']}>
            <LabelPicture />
            <figcaption>{t('ImeiWhere')}</figcaption>
          </figure>
        </>
      )}
    </div>
  );
}

const BARS = [0, 3, 5, 9, 11, 14, 18, 20, 23, 27, 29, 32, 36, 38, 41, 45, 48, 50, 54, 57, 59, 62];

/** A unit with its label. The digits are those of the standard's example. */
function LabelPicture(): ReactNode {
  const t = useT();
  const id = useId();
  return (
    <svg className={styles['picture']} viewBox="0 0 132 76" role="img" aria-labelledby={id}>
      <title id={id}>{t('ImeiPicture')}</title>
      <rect className={styles['unit']} x="6" y="6" width="108" height="64" rx="9" />
      <path className={styles['cable']} d="M114 38h14" />
      <circle className={styles['lamp']} cx="104" cy="16" r="2.5" />
      <rect className={styles['label']} x="18" y="18" width="78" height="42" rx="3" />
      {BARS.map((x, place) => (
        <rect key={x} className={styles['bar']} x={25 + x} y="24" width={place % 3 === 0 ? 2 : 1} height="16" />
      ))}
      <rect className={styles['mark']} x="22" y="44" width="70" height="11" rx="2" />
      <text className={styles['number']} x="57" y="52" textAnchor="middle">
        IMEI 490154203237518
      </text>
    </svg>
  );
}
