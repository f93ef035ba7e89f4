import type { AssignableUnit } from '@spora/contract/alarms/receivers';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { listText } from '../../../lib/names.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { NotLoaded } from '../../../ui/loaded.tsx';
import { FEW_UNITS, receiverUnitsQuery } from './queries.ts';
import { UnitList } from './unit-list.tsx';
import styles from './receivers.module.css';

/** Of whom nothing is chosen yet. */
const NOBODY = 0;

/** ALARM-023: of which units a new receiver is told, chosen while it is added; `usual` are those without a choice, by name. */
export function NewUnits(props: {
  usual: readonly string[];
  chosen: readonly AssignableUnit[] | null;
  onChange: (chosen: readonly AssignableUnit[]) => void;
}): ReactNode {
  const t = useT();
  const { language } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const names = props.chosen?.map(({ Name }) => Name) ?? props.usual;
  const units = names.length > FEW_UNITS ? t('ReceiverUnitCount', { gps: names.length, ble: 0 }) : listText(names, language);
  return (
    <fieldset className={styles['group']}>
      <legend>{t('ReceiverUnits')}</legend>
      <p className={styles['soft']}>{names.length > 0 ? t('ReceiverUnitsAll', { units }) : t('ReceiverUnitsNext')}</p>
      <div>
        <Button onClick={() => setOpen(true)}>{t('ReceiverChooseUnits')}</Button>
      </div>
      {isOpen && <ChooseDialog {...props} isOfAll={props.usual.length > 0} onClose={() => setOpen(false)} />}
    </fieldset>
  );
}

interface ChooseProps {
  readonly isOfAll: boolean;
  readonly chosen: readonly AssignableUnit[] | null;
  readonly onChange: (chosen: readonly AssignableUnit[]) => void;
  readonly onClose: () => void;
}

function ChooseDialog(props: ChooseProps): ReactNode {
  const t = useT();
  const query = useQuery(receiverUnitsQuery(useSend(), NOBODY));
  return (
    <Dialog title={t('ReceiverChooseUnits')} closeLabel={t('Close')} isOpen onClose={props.onClose}>
      {query.data ? <Choice {...props} units={query.data.gps} /> : <NotLoaded query={query} isPart />}
    </Dialog>
  );
}

function Choice(props: ChooseProps & { units: readonly AssignableUnit[] }): ReactNode {
  const { units, onClose } = props;
  const t = useT();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => {
    const first = props.chosen ?? (props.isOfAll ? units.filter(({ isLocked }) => !isLocked) : []);
    return new Set(first.map(({ ID }) => ID));
  });
  return (
    <div className={styles['form']}>
      <UnitList units={units} chosen={chosen} onChange={setChosen} />
      <div className={styles['ends']}>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button
          look="primary"
          onClick={() => {
            props.onChange(units.filter(({ ID }) => chosen.has(ID)));
            onClose();
          }}
        >
          {t('ReceiverUnitsTake', { count: chosen.size })}
        </Button>
      </div>
    </div>
  );
}
