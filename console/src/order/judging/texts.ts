import { bilingual, both } from '@partner-ordering/kernel/texts';

export const judgingTexts = bilingual({
  /** The number tells two works of one person apart. */
  work: both(
    (number: number, name: string) => `Work ${number} by ${name}`,
    (number, name) => `Création ${number} de ${name}`,
  ),
  text: both('Text', 'Texte'),
  textOf: both(
    (work: string) => `Text of “${work}”`,
    (work) => `Texte de « ${work} »`,
  ),
  variation: both('Variation', 'Variante'),
  winner: both('Winner', 'Gagnante'),
  marks: {
    shortlist: both('Shortlist', 'Favorite'),
    out: both('Out', 'Écartée'),
  },
  show: both('Show', 'Afficher'),
  all: both('All', 'Toutes'),
  shown: {
    shortlist: both(
      (count: number) => `Shortlist (${count})`,
      (count) => `Favorites (${count})`,
    ),
    out: both(
      (count: number) => `Out (${count})`,
      (count) => `Écartées (${count})`,
    ),
    unmarked: both(
      (count: number) => `Unmarked (${count})`,
      (count) => `Sans marque (${count})`,
    ),
  },
  works: both('Works', 'Créations'),
  noneShown: both('No work has this mark.', 'Aucune création n’a cette marque.'),
  sent: both(
    (time: string) => `Sent ${time}`,
    (time) => `Envoyée le ${time}`,
  ),
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
    'Zoom with the wheel, two fingers, or + and −. Drag or use the arrows to move.',
    'Zoomez avec la molette, deux doigts, ou + et −. Faites glisser ou utilisez les flèches pour déplacer.',
  ),
  versions: both('Versions', 'Versions'),
  versionOf: both(
    (index: number, count: number) => `${index} of ${count}`,
    (index, count) => `${index} sur ${count}`,
  ),
  comments: both('Comments', 'Commentaires'),
  comment: both('Comment', 'Commentaire'),
  addComment: both('Comment', 'Commenter'),
});
