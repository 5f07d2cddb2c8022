" Vim syntax file: the session logs of bourre, and its payments file.
" A word that is highlighted is one that the log has; the tests of the program compare the lists with its tables.
if exists("b:current_syntax")
  finish
endif
let s:saved = &cpo
set cpo&vim
syn iskeyword @,48-57,_,192-255,-

syn keyword bourreStatement contained bourre session game rules chip ante pot exempt seats sit leave
syn keyword bourreStatement contained buyin cashout count pay penalty transfer waive expense result
syn keyword bourreStatement contained end hand dealt early pass play draw stay trick recall claim misdeal tricks
syn keyword bourreStatement contained take match renege date currency
syn keyword bourreWord contained after carry counted divide for from in out
syn keyword bourreOption contained limit limit-caps reuse split bourre dealer-plays all-pass recall
syn keyword bourreOption contained renege-factor renege-bars renege-and-bourre wins second-pass draw-cap declare trump hand-size seats second-ante
syn keyword bourreOption contained dealer-antes bourre-exempt split-exempt must-trump over-trump cinch
syn keyword bourreOption contained ace-must-play
syn keyword bourrePreset contained louisiana double-ante separate-trump dealer-takes-trump
syn keyword bourrePreset contained simultaneous indiana tutorial acadiana casino

" What stands first in a line is its statement; the rest is told by how it looks.
syn match bourreFirst /^\s*[^ \t#]\+/ contains=bourreStatement nextgroup=bourreRest
syn match bourreRest /.*/ contained contains=@bourreParts
syn match bourreOther /^\s*x-.*/
syn cluster bourreParts contains=bourreName,bourreComment,bourreCard,bourreSuit,bourreMoney,bourreDate,bourreNobody,bourreWord,bourreAssigned,bourrePreset
syn match bourreName /"\%([^"\\]\|\\["\\]\)*"/ contained
syn match bourreMoney /\%(\s\|=\)\@1<=[-+]\?[$€£¥]\?\d\+\%([.,]\d\+\)\?[$€£¥]\?\ze\%([ \t,]\|$\)/ contained
syn match bourreDate /\s\@1<=\d\{4}-\d\d-\d\d\ze\%([ \t,]\|$\)/ contained
syn match bourreNobody /\s\@1<=-\ze\%(\s\|$\)/ contained
syn match bourreSuit /\s\@1<=[shdc]\ze\s*\%(#.*\)\?$/ contained
syn match bourreCard /[ \t,>]\@1<=\%(10\|[AKQJTakqjt2-9]\)\%([shdcSHDC]\|[♠♥♦♣][\uFE0E\uFE0F]\?\)\ze\%([ \t,>]\|$\)/ contained
syn match bourreCard /[ \t,>]\@1<=??\ze\%([ \t,>]\|$\)/ contained
syn match bourreAssigned /\s\@1<=[a-z-]\+=[^ \t]\+/ contained contains=bourreOption
syn match bourreComment /\%(^\|\s\)\@1<=#.*/

hi def link bourreStatement Statement
hi def link bourreWord Keyword
hi def link bourreOption Identifier
hi def link bourreAssigned Constant
hi def link bourrePreset Type
hi def link bourreName String
hi def link bourreMoney Number
hi def link bourreDate Number
hi def link bourreNobody Special
hi def link bourreSuit Constant
hi def link bourreCard Constant
hi def link bourreComment Comment
hi def link bourreOther PreProc

let b:current_syntax = "bourre"
let &cpo = s:saved
unlet s:saved
