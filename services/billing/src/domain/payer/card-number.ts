const MIN_DIGITS = 13;
const MAX_DIGITS = 19;

/**
 * Whether a text contains a payment card number, which we must never store: 13 to 19 digits with a Luhn check digit (ISO/IEC 7812-1),
 * perhaps in groups.
 */
export function containsCardNumber(text: string): boolean {
  const runs = text.normalize('NFKC').match(/\d+(?:[\s.-]\d+)*/g) ?? [];
  return runs.some((run) => {
    const groups = run.split(/[\s.-]/);
    return groups.some((_, first) => startsCardNumber(groups.slice(first, first + MAX_DIGITS)));
  });
}

/** Whether the first of these groups of digits make a card number; of more digits they make none. */
function startsCardNumber(groups: readonly string[]): boolean {
  let digits = '';
  for (const group of groups) {
    digits += group;
    if (digits.length > MAX_DIGITS) return false;
    if (digits.length >= MIN_DIGITS && passesLuhn(digits)) return true;
  }
  return false;
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
