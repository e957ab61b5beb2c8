import { useMutation } from '@tanstack/react-query';
import { refresh } from '../api/queries.ts';
import { useTexts } from '../text/language.tsx';
import { reasonOf } from './states.tsx';
import { kitTexts } from './texts.ts';
import { useToast } from './toast.tsx';

/** Something the reader does outside a form. Afterwards all that is shown is asked again; a failure is said in a toast. */
export function useAction<Input = void>(act: (input: Input) => Promise<unknown>, done?: string) {
  const texts = useTexts(kitTexts);
  const toast = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: act,
    onSuccess: () => done !== undefined && toast(done),
    onError: (error) => toast(reasonOf(error) ?? texts.offline, 'wrong'),
    onSettled: () => refresh(),
  });
  return { run: mutate, isBusy: isPending };
}
