import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';

export function useCapsLock(): {
  isOn: boolean;
  handlers: { onKeyDown: (event: KeyboardEvent) => void; onKeyUp: (event: KeyboardEvent) => void; onBlur: () => void };
} {
  const [isOn, setOn] = useState(false);
  const look = (event: KeyboardEvent): void => setOn(event.getModifierState('CapsLock'));
  return { isOn, handlers: { onKeyDown: look, onKeyUp: look, onBlur: () => setOn(false) } };
}

export function CapsLockHint(): ReactNode {
  const t = useT();
  return <span role="status">{t('CapsLockOn')}</span>;
}
