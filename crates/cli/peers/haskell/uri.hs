{-# LANGUAGE CPP #-}
-- Haskell, network-uri: `parseURIReference`, `relativeTo` and the normalizations. Nothing is decoded. The parts include
-- their delimiters, such as the colon of a scheme and the "@" of a userinfo; an empty part is undefined.
module Main (main) where

import Control.Exception (evaluate)
import Control.Monad (forM_)
import Data.Char (chr, isDigit, ord)
import Data.IORef
import Data.List (isPrefixOf)
import Data.Time.Clock.POSIX (getPOSIXTime)
import Network.URI
import Numeric (readHex, showHex)
import System.IO

answer :: String -> Maybe String -> [(String, Maybe String)]
answer input base = case (parseURIReference input, base) of
  (Nothing, _) -> [("valid", Just "false")]
  (Just uri, Just text) -> case parseURI text of
    Nothing -> [("valid", Just "false")]
    Just absolute -> [("valid", Just "true"), ("target", Just (full (uri `relativeTo` absolute)))]
  (Just uri, Nothing) ->
    [ ("valid", Just "true"), ("scheme", without init (uriScheme uri)), ("path", Just (uriPath uri)),
      ("query", without tail (uriQuery uri)), ("fragment", without tail (uriFragment uri)),
      ("userinfo", uriAuthority uri >>= without init . uriUserInfo), ("host", uriRegName <$> uriAuthority uri),
      ("port", uriAuthority uri >>= without tail . uriPort),
      ("normalized", Just (normalizeCase (normalizeEscape (normalizePathSegments (full uri))))) ]

full :: URI -> String
full uri = uriToString id uri ""

without :: (String -> String) -> String -> Maybe String
without _ "" = Nothing
without cut text = Just (cut text)

object :: [(String, Maybe String)] -> String
object parts = foldr1 (\one rest -> one ++ "," ++ rest) [quoted name ++ ":" ++ value name text | (name, text) <- parts]
  where
    value "valid" (Just text) = text
    value _ text = maybe "null" quoted text

quoted :: String -> String
quoted text = "\"" ++ concatMap escaped text ++ "\""
  where
    escaped c
      | c `elem` "\"\\" = ['\\', c]
      | c >= ' ' && c <= '~' = [c]
      | ord c < 0x10000 = unit (ord c)
      | otherwise = let rest = ord c - 0x10000 in unit (0xD800 + rest `div` 1024) ++ unit (0xDC00 + rest `mod` 1024)
    unit code = "\\u" ++ drop 1 (showHex (0x10000 + code) "")

-- The texts of {"input":"…"} or {"input":"…","base":"…"}, in that order.
texts :: String -> [String]
texts (':' : '"' : rest) = let (text, after) = string rest in text : texts after
texts (_ : rest) = texts rest
texts "" = []

string :: String -> (String, String)
string ('"' : rest) = ("", rest)
string ('\\' : 'u' : rest) = case (hex rest, drop 4 rest) of
  (high, '\\' : 'u' : more) | high >= 0xD800 && high < 0xDC00 ->
    add (chr (0x10000 + (high - 0xD800) * 1024 + hex more - 0xDC00)) (string (drop 4 more))
  (code, more) -> add (chr code) (string more)
  where hex = fst . head . readHex . take 4
string ('\\' : c : rest) = add c (string rest)
string (c : rest) = add c (string rest)
string "" = ("", "")

add :: Char -> (String, String) -> (String, String)
add c (text, rest) = (c : text, rest)

-- Answers the strings of a file, several times, and reports the seconds of the fastest round.
timed :: String -> [String] -> IO String
timed line about = do
  file <- openFile (head about) ReadMode
  hSetEncoding file utf8
  strings <- lines <$> hGetContents file
  _ <- evaluate (sum (map length strings))
  best <- newIORef (1 / 0 :: Double)
  forM_ [1 .. rounds line] $ \_ -> do
    begin <- getPOSIXTime
    forM_ strings $ \text -> evaluate (sum [length part | (_, Just part) <- answer text (base about)])
    end <- getPOSIXTime
    modifyIORef best (min (realToFrac (end - begin)))
  seconds <- readIORef best
  return ("\"seconds\":" ++ show seconds ++ ",\"strings\":" ++ show (length strings))
  where
    base (_ : text : _) = Just text
    base _ = Nothing

rounds :: String -> Int
rounds line
  | "\"rounds\":" `isPrefixOf` line = read (takeWhile isDigit (drop 9 line))
  | otherwise = rounds (tail line)

main :: IO ()
main = loop (",\"reader\":" ++ quoted ("network-uri " ++ VERSION_network_uri))
  where
    loop first = do
      isOver <- isEOF
      if isOver then return () else do
        line <- getLine
        let about = texts line
        told <- if "{\"time\"" `isPrefixOf` line then timed line about else return (object (one about))
        putStrLn ("{" ++ told ++ first ++ "}")
        hFlush stdout
        loop ""
    one (input : rest) = answer input (if null rest then Nothing else Just (head rest))
    one [] = []
