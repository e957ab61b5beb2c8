import { bilingual, both } from '@partner-ordering/kernel/texts';

export const judgingTexts = bilingual({
  /** The number tells two works of one person apart. */
  work: both(
    (number: number, name: string) => `Work ${number} by ${name}`,
    (number, name) => `Création ${number} de ${name}`,
  ),
  text: both('Text', 'Texte'),
  variation: both('Variation', 'Variante'),
  winner: both('Winner', 'Gagnante'),
  marks: {
    shortlist: both('Shortlist', 'Présélection'),
    out: both('Out', 'À écarter'),
    unmarked: both('Unmarked', 'Sans marque'),
  },
  show: both('Show', 'Afficher'),
  all: both('All', 'Toutes'),
  noneShown: both('No work has this mark.', 'Aucune création n’a cette marque.'),
  chooseWinner: both(
    (work: string, time: string) => ({
      label: 'Choose as winner',
      title: `Is “${work}” the winner?`,
      text: `It was sent ${time}. The order is finished. This cannot be undone.`,
    }),
    (work, time) => ({
      label: 'Choisir comme gagnante',
      title: `« ${work} » est-elle la gagnante ?`,
      text: `Elle a été envoyée le ${time}. La commande se termine. C’est définitif.`,
    }),
  ),
  compare: both('Compare', 'Comparer'),
  alone: both('Stop comparing', 'Ne plus comparer'),
  pictures: both('Works, large', 'Créations en grand'),
  broken: both('This picture cannot be shown.', 'Cette image ne peut pas être affichée.'),
  fit: both('Fit', 'Ajuster'),
  actual: both('100%', '100 %'),
  larger: both('Zoom in', 'Agrandir'),
  smaller: both('Zoom out', 'Réduire'),
  keys: both(
    'Zoom with Ctrl and the wheel, two fingers, or + and −. Move with the wheel, by dragging, or with the arrows.',
    'Zoomez avec Ctrl et la molette, deux doigts, ou + et −. Déplacez avec la molette, en faisant glisser, ou avec les flèches.',
  ),
  versions: both('Versions', 'Versions'),
});
