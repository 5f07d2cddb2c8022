au BufRead,BufNewFile *.bourre setfiletype bourre | setlocal commentstring=#\ %s
