import { bilingual, both } from '@partner-ordering/kernel/texts';
import { Badge } from '../kit/page.tsx';
import { useTexts } from '../text/language.tsx';

const newTexts = bilingual({ isNew: both('New', 'Nouveau') });

/** Marks what others have added since the reader last looked. */
export const NewBadge = () => <Badge tone="waits">{useTexts(newTexts).isNew}</Badge>;
