/** Letters whose marks mean another letter, as Strapi writes them. Marks of all other letters are dropped. */
const MARKED = lettersOf('ä ae ö oe ü ue й j ё yo ї yi ў u إ i և yev');

/** Letters that are no ASCII letter with a mark. */
const LETTERS = lettersOf(
  'ß ss æ ae œ oe ø o ł l đ d ð d þ th ħ h ı i ĸ k ŋ n ŧ t ſ s ə e',
  // Cyrillic
  'а a б b в v г g ґ g д d е e ж zh з z и i к k л l м m н n о o п p р r с s т t у u ф f х h ц c ч ch ш sh щ shh',
  'ы y э e ю yu я ya є ye і i ј j ђ dj љ lj њ nj ћ c џ dz ѕ z ъ _ ь _',
  // Greek
  'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o',
  // Arabic, Persian and Urdu, with their digits
  'ء e ا a ب b ة t ت t ث th ج j ح h خ kh د d ذ dh ر r ز z س s ش sh ص s ض d ط t ظ z ع e غ gh ف f ق q ك k ل l م m',
  'ن n ه h و w ى a ي y چ ch ک k گ g پ p ژ zh ی y ٹ t ڈ d ڑ r ں n ہ h ھ h ے e ـ _',
  '٠ 0 ١ 1 ٢ 2 ٣ 3 ٤ 4 ٥ 5 ٦ 6 ٧ 7 ٨ 8 ٩ 9 ۰ 0 ۱ 1 ۲ 2 ۳ 3 ۴ 4 ۵ 5 ۶ 6 ۷ 7 ۸ 8 ۹ 9',
  // Hebrew
  'א a ב b ג g ד d ה h ו v ז z ח h ט t י y כ k ך k ל l מ m ם m נ n ן n ס s ע a פ p ף p צ ts ץ ts ק k ר r ש sh ת t',
  // Armenian
  'ա a բ b գ g դ d ե ye զ z է e ը y թ t ժ zh ի i լ l խ kh ծ ts կ k հ h ձ dz ղ gh ճ tch մ m յ y ն n շ sh ո o չ ch',
  'պ p ջ j ռ r ս s վ v տ t ր r ց c ւ u փ p ք q օ o ֆ f',
  // Georgian
  'ა a ბ b გ g დ d ე e ვ v ზ z თ t ი i კ k ლ l მ m ნ n ო o პ p ჟ zh რ r ს s ტ t უ u ფ ph ქ q ღ gh ყ k შ sh ჩ ch',
  'ც ts ძ dz წ ts ჭ tch ხ kh ჯ j ჰ h',
  // Korean: parts of syllables, at their begin, in their middle and at their end
  'ᄀ g ᄁ kk ᄂ n ᄃ d ᄄ tt ᄅ r ᄆ m ᄇ b ᄈ pp ᄉ s ᄊ ss ᄋ _ ᄌ j ᄍ jj ᄎ ch ᄏ k ᄐ t ᄑ p ᄒ h',
  'ᅡ a ᅢ ae ᅣ ya ᅤ yae ᅥ eo ᅦ e ᅧ yeo ᅨ ye ᅩ o ᅪ wa ᅫ wae ᅬ oe ᅭ yo ᅮ u ᅯ wo ᅰ we ᅱ wi ᅲ yu ᅳ eu ᅴ ui ᅵ i',
  'ᆨ k ᆩ k ᆪ k ᆫ n ᆬ n ᆭ n ᆮ t ᆯ l ᆰ k ᆱ m ᆲ l ᆳ l ᆴ l ᆵ p ᆶ l ᆷ m ᆸ p ᆹ p ᆺ t ᆻ t ᆼ ng ᆽ t ᆾ t ᆿ k ᇀ t ᇁ p ᇂ t',
);

/** A uid from a text: letters and digits of ASCII, in words that dashes join. */
export function slugOf(text: string): string {
  return spelled(
    spelled(text.normalize('NFC').toLowerCase(), MARKED)
      .normalize('NFKD')
      // Signs such as № become capitals.
      .toLowerCase()
      .replaceAll(/\p{Mark}/gu, ''),
    LETTERS,
  )
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

function spelled(text: string, letters: ReadonlyMap<string, string>): string {
  return [...text].map((letter) => letters.get(letter) ?? letter).join('');
}

/** Pairs of a letter and its spelling; `_` is an empty spelling. */
function lettersOf(...rows: readonly string[]): ReadonlyMap<string, string> {
  const pairs = rows.join(' ').matchAll(/(\S+) (\S+)/g);
  return new Map([...pairs].map(([, letter = '', spelling = '']) => [letter, spelling.replace('_', '')]));
}
