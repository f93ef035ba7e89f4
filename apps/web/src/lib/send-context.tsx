import { createContext, use } from 'react';
import type { Send } from './send.ts';

const SendContext = createContext<Send | null>(null);
export const SendProvider = SendContext.Provider;

export function useSend(): Send {
  const send = use(SendContext);
  if (!send) throw new Error('no SendProvider above this component');
  return send;
}
