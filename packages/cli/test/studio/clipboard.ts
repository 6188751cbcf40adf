/** The clipboard of the browser, as other programs fill it. */
import type { Page } from 'playwright-core';

/** Copies HTML on a page of its own, as a person does in another tab. */
export async function copyHtml(page: Page, html: string, plain = 'plain'): Promise<void> {
  const other = await page.context().newPage();
  await other.setContent('<button>copy</button>');
  await other.evaluate(`document.addEventListener('copy', (event) => {
    event.clipboardData.setData('text/html', ${JSON.stringify(html)});
    event.clipboardData.setData('text/plain', ${JSON.stringify(plain)});
    event.preventDefault();
  })`);
  await other.click('button');
  await other.keyboard.press('Control+c');
  await other.close();
}

const span = (style: string, text: string) =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;vertical-align:baseline;white-space:pre-wrap;${style}">${text}</span>`;
const docItem = (level: number, text: string) =>
  `<li dir="ltr" style="list-style-type:disc;font-weight:400" aria-level="${level}"><p dir="ltr" style="line-height:1.38;margin-top:0pt" role="presentation">${span('', text)}</p></li>`;

/** What Google Docs writes: one `b` around everything, and marks as styles. */
export const GOOGLE_DOCS = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1">
<h2 dir="ltr" style="line-height:1.38">${span('font-size:16pt', 'Boats')}</h2>
<p dir="ltr" style="line-height:1.38">${span('', 'Plain ')}${span('font-weight:700', 'bold')}${span('', ' and ')}${span('font-style:italic', 'italic')}${span('', ' and ')}${span('text-decoration:line-through', 'old')}${span('', ', see ')}<a href="https://example.org/a" style="text-decoration:none">${span('color:#1155cc;text-decoration:underline', 'here')}</a></p><br />
<ul style="margin-top:0;padding-inline-start:48px">${docItem(1, 'one')}<ul style="margin-top:0">${docItem(2, 'two')}</ul>${docItem(1, 'three')}</ul>
<p dir="ltr"><span><span style="border:none;display:inline-block"><img src="https://lh7-rt.googleusercontent.com/docsz/x?key=y" width="602" height="339" /></span></span></p></b>`;

const wordItem = (level: number, sign: string, text: string, place: string) =>
  `<p class=MsoListParagraphCxSp${place} style='margin-left:${level * 0.5}in;mso-add-space:auto;text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;

/** What Word writes: items are paragraphs, with their bullets as text, and images are files of its machine. */
export const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0in;} --></style></head>
<body lang=EN-US style='tab-interval:.5in'><!--StartFragment-->
<p class=MsoNormal>A <b style='mso-bidi-font-weight:normal'>bold</b>
word<o:p></o:p></p>
<h2 style='margin-left:.3in;text-indent:-.3in;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'> </span></span><![endif]>Boats<o:p></o:p></h2>
${wordItem(1, '·', 'one', 'First')}
${wordItem(2, 'o', 'two', 'Middle')}
${wordItem(1, '·', 'three', 'Last')}
${wordItem(1, '1.', 'first', 'First')}
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<table class=MsoTableGrid border=1><tr><td width=10><p class=MsoNormal>Boat<o:p></o:p></p></td><td><p class=MsoNormal>Price<o:p></o:p></p></td></tr>
<tr><td><p class=MsoNormal>Skiff<o:p></o:p></p></td><td><p class=MsoNormal><b>12&nbsp;€</b><o:p></o:p></p></td></tr></table>
<p class=MsoNormal><img width=300 height=200 src="file:///C:/Users/x/AppData/Local/Temp/clip_image002.png" v:shapes="Picture_x0020_1"><o:p></o:p></p>
<!--EndFragment--></body></html>`;

/** What a browser copies from a page. */
export const WEB_PAGE = `<meta charset='utf-8'><h3 style="color: rgb(0, 0, 0); font-weight: 700;">Harbour</h3>
<blockquote style="font-weight: 400;"><p>First <em>words</em>.</p><p>Second words.</p></blockquote>
<ul><li><p>One thing</p><p>and more</p></li><li>Two<span class="Apple-converted-space">&nbsp;</span>things</li></ul>
<table><tr><td><p>A table of</p></td></tr><tr><td><p>one column</p></td></tr></table>
<a href="https://example.org/tour"><h4>Tour</h4><p>By boat</p></a><a href="#top"></a>
<iframe src="https://video.example.org/1"></iframe><p>End<br>of page</p>`;
