// The part of pdf.js that reads the file, as a script of its own: a large or hostile PDF must not hold up the page.
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
